import { createGuardedServer } from '@sangwian/node-kit/http/guarded-server';
import { HTTP_LIMITS } from '@sangwian/node-kit/http/http-limits';
import type { Logger } from '@sangwian/node-kit/logger';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Broadcaster } from './broadcaster/broadcaster.ts';
import { renderNewsPage, renderSandboxPage, type SandboxFacts } from './sandbox-page.ts';

const BODY_BYTES_MAX = 4_096;
/** Only the site's API connects to the sandbox. */
const LIMITS = { ...HTTP_LIMITS, connectionsPerAddressMax: 0 };

/** Creates the server of the sandbox's pages and controls below `/sandbox`, on loopback; the API forwards to it. */
export function createServer(
  broadcaster: Broadcaster,
  facts: () => Omit<SandboxFacts, 'broadcaster'>,
  logger: Logger,
): FastifyInstance {
  const server = Fastify({
    bodyLimit: BODY_BYTES_MAX,
    forceCloseConnections: true,
    clientErrorHandler: () => {},
    serverFactory: (handler) => createGuardedServer(handler, { limits: LIMITS, logger }),
  });
  // The controls take no body; any body is ignored.
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
  // The stand-in for the external news site, with one page for every path.
  for (const path of ['/sandbox/news', '/sandbox/news/*']) {
    server.get(path, async (_request, reply) =>
      reply.type('text/html; charset=utf-8').send(renderNewsPage(facts())),
    );
  }
  server.get('/sandbox/broadcaster', async () => broadcaster.status);
  // Buttons are redirected back to the page; scripts receive the state.
  const answer = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
    request.headers['content-type']?.startsWith('application/x-www-form-urlencoded')
      ? reply.redirect('/sandbox/', 303)
      : reply.send(broadcaster.status);
  server.post('/sandbox/broadcaster/start', async (request, reply) => {
    broadcaster.start();
    return answer(request, reply);
  });
  server.post('/sandbox/broadcaster/stop', async (request, reply) => {
    await broadcaster.stop();
    return answer(request, reply);
  });
  return server;
}
