import { every } from '@sangwian/node-kit/every';
import type { Logger } from '@sangwian/node-kit/logger';
import type { Bus } from '../../../platform/bus/bus.ts';

/** As often as the nodes report. */
const WATCH_MS = 10_000;

export interface HealthWatchDeps {
  readonly bus: Bus;
  readonly logger: Logger;
  /** Whether this node watches for the whole cluster. */
  readonly isLeader: () => Promise<boolean>;
  /** Counts the problems of the system. */
  readonly countProblems: () => Promise<number>;
}

/**
 * Announces the state of the system every ten seconds, from one node of the cluster. Open consoles show the state in
 * their menu, and the place Health reads again, so that no console has to poll.
 */
export function createHealthWatch({ bus, logger, isLeader, countProblems }: HealthWatchDeps) {
  return every(
    WATCH_MS,
    async () => {
      if (!(await isLeader())) return;
      bus.publish('staff:health', { problems: await countProblems() });
      bus.publish('staff:changed', { topic: 'health' });
    },
    { name: 'health_watch', logger },
  );
}
