import { every } from '@sangwian/node-kit/every';
import type { Logger } from '@sangwian/node-kit/logger';
import type { FastifyInstance } from 'fastify';
import type { ApiModule } from './handler.ts';

const IDLE_SWEEP_MS = 50;

/** Returns the port on which the application listens; 0 before it listens. */
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

/** Returns functions that start all modules and stop them together with both servers. */
export function runServers({ app, internal, modules, logger }: ServersOptions) {
  return {
    startModules: async (): Promise<void> => {
      for (const module of modules) await module.start?.();
    },
    stop: async (): Promise<void> => {
      // Refuses new connections. Requests in progress finish, and the modules close sockets and streams.
      const closed = Promise.all([app.close(), internal.close()]);
      // `closeIdleConnections` closes only connections that are idle at that moment, so it is called repeatedly.
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
