import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { build } from 'vite';

/** Serves a page with the players of `player-page.ts`, bundled like the site's code. */
export async function startPageServer(): Promise<{ url: string; close(): void }> {
  const output = await build({
    configFile: false,
    logLevel: 'error',
    // Vite does not replace this variable in library builds.
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      minify: false,
      lib: {
        entry: join(import.meta.dirname, 'player-page.ts'),
        formats: ['es'],
        fileName: 'player',
      },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  const [bundle] = Array.isArray(output) ? output : [output];
  const chunk = bundle !== undefined && 'output' in bundle ? bundle.output[0] : undefined;
  if (chunk === undefined) throw new Error('the page was not built');
  const server = createServer((request, response) => {
    if (request.url === '/player.js')
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(chunk.code);
    else if (request.url === '/') {
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(
          '<!doctype html><meta charset="utf-8"><body><script type="module" src="/player.js"></script>',
        );
    } else response.writeHead(204).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { url: `http://127.0.0.1:${address.port}/`, close: () => server.close() };
}
