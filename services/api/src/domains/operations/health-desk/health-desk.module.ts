import { HEALTH_SPANS } from '@sangwian/contract/endpoints/operator/health';
import type { Logger } from '@sangwian/node-kit/logger';
import type { Bus } from '../../../platform/bus/bus.ts';
import { oneAtATime } from '../../../platform/cache/one-at-a-time.ts';
import type { ApiModule } from '../../../platform/http/handler.ts';
import type { NodeIdentity } from '../../../platform/nodes/node-identity.ts';
import { NodesStore } from '../../../platform/nodes/nodes.store.ts';
import { alignSeries, firstStepMs } from './align-series.ts';
import { createHealthWatch } from './health-watch.ts';
import { JobStore } from './job.store.ts';
import { createJobHandlers } from './job-handlers.ts';
import { type ReadHealthDeps, readHealth } from './read-health.ts';
import { SeriesStore } from './series.store.ts';

export interface HealthDeskDeps extends ReadHealthDeps {
  readonly bus: Bus;
  readonly node: NodeIdentity;
  readonly logger: Logger;
}

/** Creates the module of the console's place Health. */
export function createHealthDeskModule(deps: HealthDeskDeps): ApiModule {
  const { db, bus, logger, node } = deps;
  const nodes = new NodesStore(db);
  const series = new SeriesStore(db);
  // Consoles that read at the same moment share one read.
  const read = oneAtATime(() => readHealth(deps, node.nodeId));
  const watch = createHealthWatch({
    ...{ bus, logger },
    isLeader: async () => (await nodes.findLeader()) === node.nodeId,
    countProblems: async () => {
      const { findings } = await read();
      return findings.filter(({ level }) => level === 'problem').length;
    },
  });
  return {
    handlers: {
      ...createJobHandlers(new JobStore(db), bus),
      'GET /operator/health': async () => ({ data: await read() }),
      'GET /operator/health/series': async ({ query: { span } }) => {
        const nowMs = (await nodes.readClock()).getTime();
        const [{ stepS }, fromMs] = [HEALTH_SPANS[span], firstStepMs(span, nowMs)];
        const [rows, since] = await Promise.all([
          series.find(new Date(fromMs), stepS),
          series.findOldest(),
        ]);
        const data = { ...alignSeries(rows, span, nowMs), since: since?.toISOString() ?? null };
        return { data };
      },
    },
    start: () => watch.start(),
    stop: () => watch.stop(),
  };
}
