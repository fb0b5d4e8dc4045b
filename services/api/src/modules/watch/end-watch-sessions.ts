import { sql } from 'kysely';
import { publishEnded, type WatchDeps } from './join-watch-stream.ts';
import { deleteExpiredRevocations } from './revocation.store.ts';
import { WatchWriter } from './watch.store.ts';
import { silentSince } from './watch-rules.ts';

/** Any number that no other lock of ours has: one node sweeps at a time. */
const SWEEP_LOCK = 7_219_004_402;
const SWEEP_ROWS_MAX = 1_000;

/**
 * Ends what belongs to a sign-in that is over, and what nobody has heard of for `LIMITS.watchSilenceMs`, and forgets revocations that no longer matter.
 *
 * @returns how many ended, or `null` where another node is sweeping
 */
export async function endSilentSessions(deps: WatchDeps): Promise<number | null> {
  const now = deps.clock();
  const ended = await deps.db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ mine: boolean }>`
      select pg_try_advisory_xact_lock(${SWEEP_LOCK}) as mine
    `.execute(trx);
    if (rows[0]?.mine !== true) return null;
    await deleteExpiredRevocations(trx, now);
    const writer = new WatchWriter(trx);
    const orphaned = await writer.endOrphaned(SWEEP_ROWS_MAX, now);
    return [...orphaned, ...(await writer.endSilent(silentSince(now), SWEEP_ROWS_MAX, now))];
  });
  publishEnded(deps.bus, ended ?? []);
  return ended?.length ?? null;
}

/** A sign-in ended (sign-out, ban, password reset): what was watched with it ends too. */
export async function endSignedOutSessions(
  deps: WatchDeps,
  sessionIds: readonly string[],
): Promise<void> {
  const ended = await deps.db
    .transaction()
    .execute((trx) => new WatchWriter(trx).endOfSignIns(sessionIds, deps.clock()));
  publishEnded(deps.bus, ended);
}
