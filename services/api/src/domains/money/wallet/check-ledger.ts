import { every } from '@sangwian/node-kit/every';
import type { Logger } from '@sangwian/node-kit/logger';
import { Gauge, type Registry } from 'prom-client';
import type { Clock } from '../../../platform/time/clock.ts';
import type { LedgerCheckStore, LedgerFindings } from './ledger-check.store.ts';

const HOUR_MS = 60 * 60_000;
const POLL_MS = 5 * 60_000;
/** A check that is older than two of its turns says nothing of the ledger as it is now. */
const STALE_MS = 2 * HOUR_MS;

export interface LedgerCheckDeps {
  readonly store: LedgerCheckStore;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** What a check found. */
export interface LedgerReport extends LedgerFindings {
  readonly took_ms: number;
}

async function runCheck(
  { store, clock, logger }: LedgerCheckDeps,
  check: (checkedAt: Date) => Promise<LedgerFindings>,
): Promise<LedgerReport> {
  const checkedAt = clock();
  const beganMs = performance.now();
  const findings = await check(checkedAt);
  const tookMs = Math.round(performance.now() - beganMs);
  const { scope, faults } = findings;
  await store.remember({ checkedAt, tookMs, scope, faults });
  if (faults.length > 0) logger.error({ faults, scope }, 'the ledger does not balance');
  else if (!findings.isCheckpointKept) {
    logger.warn('no ledger checkpoint: rows carry transactions of another cluster (decision 43)');
  }
  return { ...findings, took_ms: tookMs };
}

/** Checks the whole ledger, and keeps a checkpoint from which the hourly checks go on. */
export const checkWholeLedger = (
  deps: LedgerCheckDeps,
  onProgress?: (transfers: number) => void,
): Promise<LedgerReport> =>
  runCheck(deps, (checkpointAt) =>
    deps.store.checkAll({ checkpointAt, ...(onProgress === undefined ? {} : { onProgress }) }),
  );

/**
 * Checks what was written since the checkpoint; the whole ledger where there is none.
 *
 * @param signal stops a check of the whole ledger between two of its steps
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

/** Checks the ledger where the last check was an hour ago. Runs on one node at a time. */
async function checkLedgerWhereDue(deps: LedgerCheckDeps, signal?: AbortSignal): Promise<void> {
  const { store, clock } = deps;
  const last = await store.findLast();
  if (last !== undefined && clock().getTime() - last.checkedAt.getTime() < HOUR_MS) return;
  await checkRecentLedger(deps, signal);
}

export interface LedgerCheckJob {
  /** Checks at once where the last check was an hour ago and no other node checks. */
  check(): Promise<void>;
  observe(registry: Registry): void;
  start(): void;
  stop(): Promise<void>;
}

function observeChecks(registry: Registry, { store, clock }: LedgerCheckDeps): void {
  new Gauge({
    name: 'ledger_faults',
    help: 'Broken invariants of the ledger at its last check, above 0 is an alarm; NaN where that is over two hours ago',
    registers: [registry],
    async collect() {
      const last = await store.findLast().catch(() => undefined);
      const ageMs = clock().getTime() - (last?.checkedAt.getTime() ?? 0);
      this.set(last === undefined || ageMs > STALE_MS ? Number.NaN : last.faults.length);
    },
  });
  new Gauge({
    name: 'ledger_good_check_age_seconds',
    help: 'Seconds since a check of the ledger last ended without a fault; above 7200 for `any` is an alarm',
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

/** Checks the ledger every hour, on one node of many. */
export function createLedgerCheckJob(deps: LedgerCheckDeps): LedgerCheckJob {
  const { logger, store } = deps;
  const poll = every(POLL_MS, (signal) => checkLedgerWhereDue(deps, signal), {
    name: 'ledger_check',
    logger,
    firstAfterMs: 0,
    lease: (check) => store.whileAlone(check),
  });
  return {
    check: () => poll.runSoon(),
    observe: (registry) => observeChecks(registry, deps),
    start: () => poll.start(),
    stop: () => poll.stop(),
  };
}
