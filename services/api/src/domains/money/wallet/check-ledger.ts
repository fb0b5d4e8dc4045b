import type { Logger } from '@sangwian/node-kit/logger';
import { Gauge, type Registry } from 'prom-client';
import type { Clock } from '../../../platform/time/clock.ts';
import type { LedgerCheckStore, LedgerFindings } from './ledger-check.store.ts';

const HOUR_MS = 60 * 60_000;
/** A check older than two intervals is stale. */
const STALE_MS = 2 * HOUR_MS;

export interface LedgerCheckDeps {
  readonly store: LedgerCheckStore;
  readonly clock: Clock;
  readonly logger: Logger;
}

export interface LedgerReport extends LedgerFindings {
  readonly took_ms: number;
}

async function runCheck(
  { store, clock, logger }: LedgerCheckDeps,
  check: (checkedAt: Date) => Promise<LedgerFindings>,
): Promise<LedgerReport> {
  const checkedAt = clock();
  const startedMs = performance.now();
  const findings = await check(checkedAt);
  const tookMs = Math.round(performance.now() - startedMs);
  const { scope, faults } = findings;
  await store.addCheck({ checkedAt, tookMs, scope, faults });
  if (faults.length > 0) logger.error({ faults, scope }, 'the ledger does not balance');
  else if (!findings.isCheckpointKept) {
    logger.warn('no ledger checkpoint: rows carry transactions of another cluster (decision 43)');
  }
  return { ...findings, took_ms: tookMs };
}

/** Checks the whole ledger and saves a checkpoint for the hourly checks. */
export const checkWholeLedger = (
  deps: LedgerCheckDeps,
  onProgress?: (transfers: number) => void,
): Promise<LedgerReport> =>
  runCheck(deps, (checkpointAt) =>
    deps.store.checkAll({ checkpointAt, ...(onProgress === undefined ? {} : { onProgress }) }),
  );

/**
 * Checks the transfers that were written since the checkpoint. Without a checkpoint, checks the whole ledger.
 *
 * @param signal aborts a check of the whole ledger between two chunks
 */
export const checkRecentLedger = (
  deps: LedgerCheckDeps,
  signal?: AbortSignal,
): Promise<LedgerReport> =>
  runCheck(
    deps,
    async (checkedAt) =>
      (await deps.store.checkRecent(checkedAt)) ??
      (await deps.store.checkAll({
        checkpointAt: checkedAt,
        onProgress: () => signal?.throwIfAborted(),
      })),
  );

/** Checks the ledger if the last check is an hour old and no other check runs on any node. */
export async function checkLedgerIfDue(deps: LedgerCheckDeps, signal?: AbortSignal): Promise<void> {
  const { store, clock } = deps;
  await store.runExclusively(async () => {
    const last = await store.findLast();
    if (last !== undefined && clock().getTime() - last.checkedAt.getTime() < HOUR_MS) return;
    await checkRecentLedger(deps, signal);
  });
}

/** Adds the results of the last checks to the metrics. */
export function observeLedgerChecks(registry: Registry, { store, clock }: LedgerCheckDeps): void {
  new Gauge({
    name: 'ledger_faults',
    help: 'Broken invariants of the ledger at the last check; alert above 0; NaN if the check is over two hours old',
    registers: [registry],
    async collect() {
      const last = await store.findLast().catch(() => undefined);
      const ageMs = clock().getTime() - (last?.checkedAt.getTime() ?? 0);
      this.set(last === undefined || ageMs > STALE_MS ? Number.NaN : last.faults.length);
    },
  });
  new Gauge({
    name: 'ledger_good_check_age_seconds',
    help: 'Seconds since the last ledger check without faults; alert above 7200 for `any`',
    labelNames: ['scope'],
    registers: [registry],
    async collect() {
      const good = await store.findLastGood().catch(() => null);
      const ageOf = (at: Date | undefined): number =>
        at === undefined ? Number.POSITIVE_INFINITY : (clock().getTime() - at.getTime()) / 1_000;
      const full = good === null ? Number.NaN : ageOf(good.full);
      const recent = good === null ? Number.NaN : ageOf(good.incremental);
      this.set({ scope: 'full' }, full);
      this.set({ scope: 'any' }, Math.min(full, recent));
    },
  });
}
