import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from '@sangwian/node-kit/logger';
import type { ApiModule } from './handler.ts';

export interface DrainModule extends ApiModule {
  /**
   * Takes this node out of service: `/health/ready` responds with 503, connections are closed after their next
   * response, and sockets are closed one by one. Requests are still served until the load balancer has noticed.
   */
  drain(durationMs: number): Promise<void>;
}

/** Creates the module that takes this node out of service before it stops. */
export function createDrainModule(
  sockets: { drain(durationMs: number): Promise<void> },
  logger: Logger,
): DrainModule {
  let isDraining = false;
  return {
    missing: async () => (isDraining ? ['draining'] : []),
    register: (app) => {
      app.addHook('onRequest', (_request, reply, done) => {
        // The closed connection makes the load balancer connect to another node.
        if (isDraining) reply.header('connection', 'close');
        done();
      });
    },
    drain: async (durationMs) => {
      if (durationMs === 0) return;
      isDraining = true;
      logger.info({ duration_ms: durationMs }, 'draining');
      await Promise.all([wait(durationMs), sockets.drain(durationMs)]);
    },
  };
}
