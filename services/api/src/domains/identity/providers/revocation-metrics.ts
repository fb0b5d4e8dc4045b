import { Gauge, type Registry } from 'prom-client';
import type { WaitingRevocations } from './providers.store.ts';

/**
 * What waits to be told to LINE and Apple. What was tried and still waits is for somebody to look at: after about three
 * weeks it is given up, and the provider keeps a consent that we have ended.
 *
 * @param count of all nodes
 */
export function observeRevocations(
  registry: Registry,
  count: () => Promise<readonly WaitingRevocations[]>,
): void {
  new Gauge({
    name: 'link_ends_waiting',
    help: 'Ends of links with LINE and Apple that are still to be told there, of all nodes',
    labelNames: ['provider', 'tried'],
    registers: [registry],
    async collect() {
      this.reset();
      // Without the database this is not known, and everything else still is.
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
