import { join } from 'node:path';
import { createServer, type Plugin } from 'vite';
import { ROOT } from '../start/settings.ts';

const CONSOLE = join(ROOT, 'apps/console');

/** Returns a plugin that serves the console's sources below `/console/`, with hot reload on the same port. */
export function serveConsole(): Plugin {
  return {
    name: 'console',
    configureServer: async ({ httpServer, middlewares }) => {
      const server = await createServer({
        configFile: join(CONSOLE, 'vite.config.ts'),
        appType: 'spa',
        server: {
          middlewareMode: true,
          allowedHosts: true,
          // The web's server uses the same port, so each hot-reload socket has its own path.
          ...(httpServer === null ? {} : { hmr: { server: httpServer, path: 'hot-reload' } }),
        },
      });
      httpServer?.once('close', () => void server.close());
      middlewares.use((request, response, next) => {
        if (request.url === '/console') {
          response.writeHead(308, { location: '/console/' }).end();
        } else if (request.url?.startsWith('/console/') === true) {
          server.middlewares(request, response, next);
        } else next();
      });
    },
  };
}
