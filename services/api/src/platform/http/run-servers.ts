import { every } from '@sangwian/node-kit/every';
import type { Logger } from '@sangwian/node-kit/logger';
import type { FastifyInstance } from 'fastify';
import type { ApiModule } from './handler.ts';

const IDLE_SWEEP_MS = 50;

/** The port that the application really listens on; 0 before it listens. */
export const portOf = (app: FastifyInstance): number => {
  const address = app.server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
};

export interface ServersOptions {
  readonly app: FastifyInstance;
  readonly internal: FastifyInstance;
  readonly modules: readonly ApiModule[];
  readonly logger: Logger;
}

/** Starts the background work of all modules, and ends it with the two servers. */
export function runServers({ app, internal, modules, logger }: ServersOptions) {
  return {
    startModules: async (): Promise<void> => {
      for (const module of modules) await module.start?.();
    },
    stop: async (): Promise<void> => {
      // New connections are refused from here on. Requests may finish; sockets and players must be closed.
      const closed = Promise.all([app.close(), internal.close()]);
      // A server closes the connections that are idle when it is asked, not those that become so later.
      const closeIdle = (): void => {
        app.server.closeIdleConnections();
        internal.server.closeIdleConnections();
      };
      const sweep = every(IDLE_SWEEP_MS, closeIdle, { name: 'idle_connections', logger });
      sweep.start();
      try {
        for (const module of [...modules].reverse()) await module.stop?.();
        await closed;
      } finally {
        await sweep.stop();
      }
    },
  };
}
