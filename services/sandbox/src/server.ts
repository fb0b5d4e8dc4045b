import Fastify, { type FastifyInstance } from 'fastify';
import type { Broadcaster } from './broadcaster/broadcaster.ts';
import { renderSandboxPage, type SandboxFacts } from './sandbox-page.ts';

const BODY_BYTES_MAX = 4_096;

/** The sandbox's own pages and switches, below `/sandbox`, on loopback; the API hands them on to the site. */
export function createServer(
  broadcaster: Broadcaster,
  facts: () => Omit<SandboxFacts, 'broadcaster'>,
): FastifyInstance {
  const server = Fastify({ bodyLimit: BODY_BYTES_MAX, forceCloseConnections: true });
  // The switches take no body, and whatever comes as one is not read.
  server.addContentTypeParser('*', (_request, payload, done) => {
    payload.resume();
    done(null);
  });
  server.addHook('onSend', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });
  const page = async (): Promise<string> =>
    renderSandboxPage({ ...facts(), broadcaster: broadcaster.status });
  for (const path of ['/sandbox', '/sandbox/']) {
    server.get(path, async (_request, reply) =>
      reply.type('text/html; charset=utf-8').send(await page()),
    );
  }
  server.get('/sandbox/broadcaster', async () => broadcaster.status);
  server.post('/sandbox/broadcaster/start', async () => {
    broadcaster.start();
    return broadcaster.status;
  });
  server.post('/sandbox/broadcaster/stop', async () => {
    await broadcaster.stop();
    return broadcaster.status;
  });
  return server;
}
