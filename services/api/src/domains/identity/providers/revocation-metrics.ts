import { Gauge, type Registry } from 'prom-client';
import type { WaitingRevocations } from './providers.store.ts';

/**
 * Registers the metric of queued revocations. Revocations that have been tried need attention: after about three weeks
 * they are given up, and the provider keeps a consent that we have removed.
 *
 * @param count counts the queued revocations of all nodes
 */
export function observeRevocations(
  registry: Registry,
  count: () => Promise<readonly WaitingRevocations[]>,
): void {
  new Gauge({
    name: 'link_revocations_waiting',
    help: 'Revocations of links waiting to be sent to LINE and Apple, across all nodes',
    labelNames: ['provider', 'tried'],
    registers: [registry],
    async collect() {
      this.reset();
      // While the database is down, the metric is left out, so that the other metrics stay available.
      const counts = await count().catch(() => null);
      if (counts === null) return;
      for (const provider of ['line', 'apple']) {
        for (const tried of ['no', 'yes']) this.set({ provider, tried }, 0);
      }
      for (const { provider, tried, waiting } of counts) {
        this.set({ provider, tried: tried ? 'yes' : 'no' }, waiting);
      }
    },
  });
}
