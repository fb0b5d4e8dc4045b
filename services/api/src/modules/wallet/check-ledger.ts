import type { Logger } from '@sangwian/node-kit/logger';
import { Gauge, type Registry } from 'prom-client';
import type { Clock } from '../../clock.ts';
import type { LedgerCheckStore, LedgerSummary } from './ledger-check.store.ts';

const HOUR_MS = 60 * 60_000;
const LOOK_MS = 5 * 60_000;

export interface LedgerCheckDeps {
  readonly store: LedgerCheckStore;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** What a check found. */
export interface LedgerReport extends LedgerSummary {
  /** In words; none, where all is right. */
  readonly faults: readonly string[];
  readonly took_ms: number;
}

/** Holds the whole ledger against its invariants, and remembers what was found. */
export async function checkLedger({
  store,
  clock,
  logger,
}: LedgerCheckDeps): Promise<LedgerReport> {
  const checkedAt = clock();
  const began = performance.now();
  const { faults, ...summary } = await store.findFaults();
  const tookMs = Math.round(performance.now() - began);
  await store.remember({ checkedAt, tookMs, faults });
  if (faults.length > 0) logger.error({ faults }, 'the ledger does not balance');
  return { ...summary, faults, took_ms: tookMs };
}

export interface LedgerCheckJob {
  observe(registry: Registry): void;
  start(): void;
  stop(): Promise<void>;
}

/** Checks the ledger every hour, on one node of many. */
export function createLedgerCheckJob(deps: LedgerCheckDeps): LedgerCheckJob {
  const { store, clock, logger } = deps;
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<unknown> = Promise.resolve();
  const look = (): void => {
    looking = store
      .whereDue(new Date(clock().getTime() - HOUR_MS), () => checkLedger(deps))
      .catch((err: unknown) => logger.warn({ err }, 'ledger not checked'));
  };
  return {
    observe: (registry) => {
      const faults = new Gauge({
        name: 'ledger_faults',
        help: 'Broken invariants of the ledger at its last check; anything above 0 is an alarm',
        registers: [registry],
        async collect() {
          const last = await store.findLast().catch(() => undefined);
          if (last !== undefined) this.set(last.faults.length);
        },
      });
      registry.registerMetric(faults);
    },
    start: () => {
      look();
      timer = setInterval(look, LOOK_MS);
    },
    stop: async () => {
      clearInterval(timer);
      await looking;
    },
  };
}
