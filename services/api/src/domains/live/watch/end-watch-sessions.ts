import { lockOf, tryLock } from '../../../platform/database/advisory-locks.ts';
import { publishEnded, type WatchDeps } from './join-watch-stream.ts';
import { deleteExpiredRevocations } from './revocation.store.ts';
import { type EndedWatch, WatchReader, WatchWriter } from './watch.store.ts';
import { deleteOldNodes, findDeadNodes, releaseDeadNode } from './watch-node.store.ts';
import { silentSince } from './watch-rules.ts';

/**
 * Maximum number of sessions that one transaction ends. This takes a few tenths of a second, during which
 * joins of these sessions wait.
 */
const CHUNK_SESSIONS_MAX = 2_000;
/** Maximum number of session ids that a sweep reads into memory, about 10 MB. The next sweep handles the others. */
const SWEEP_SESSIONS_MAX = 100_000;
/**
 * The sweep ends the watch sessions of sign-ins that were revoked within this time, in case the revoking node
 * died before it ended them.
 */
const ORPHANED_MS = 10 * 60_000;

/** Ends the sessions of a chunk that still have to end, in the writer's transaction. */
type EndChunk = (writer: WatchWriter, ids: readonly string[]) => Promise<EndedWatch[]>;

/** @returns the number of ended sessions, or `null` if another node has taken over the sweep */
async function endInChunks(
  deps: WatchDeps,
  ids: readonly string[],
  endChunk: EndChunk,
): Promise<number | null> {
  let count = 0;
  for (let from = 0; from < ids.length; from += CHUNK_SESSIONS_MAX) {
    const chunk = ids.slice(from, from + CHUNK_SESSIONS_MAX);
    const ended = await deps.db
      .transaction()
      .execute(async (trx) =>
        (await tryLock(trx, lockOf('watchSweep'))) ? endChunk(new WatchWriter(trx), chunk) : null,
      );
    if (ended === null) return null;
    publishEnded(deps.bus, ended);
    count += ended.length;
  }
  return count;
}

/** Releases the sessions of dead nodes. A released session ends unless another node claims it. */
async function releaseDeadNodes({ db, clock }: WatchDeps): Promise<void> {
  for (const node of await findDeadNodes(db)) {
    while ((await releaseDeadNode(db, node, clock(), CHUNK_SESSIONS_MAX)) > 0);
  }
  await deleteOldNodes(db);
}

/**
 * Ends all sessions whose sign-in is revoked and all sessions without a sign of life for
 * `LIMITS.watchSilenceMs`, and deletes expired revocations. Uses many short transactions, so that joins are
 * not blocked. Stops if another node sweeps.
 *
 * @param mayJudgeNodes `false` after an outage of the database, because the outage makes all nodes look dead
 * @returns the number of ended sessions, or `null` if another node is sweeping
 */
export async function endSilentSessions(
  deps: WatchDeps,
  mayJudgeNodes = true,
): Promise<number | null> {
  const now = deps.clock();
  const isMine = await deps.db.transaction().execute(async (trx) => {
    if (!(await tryLock(trx, lockOf('watchSweep')))) return false;
    await deleteExpiredRevocations(trx, now);
    return true;
  });
  if (!isMine) return null;
  if (mayJudgeNodes) await releaseDeadNodes(deps);
  const reader = new WatchReader(deps.db);
  const orphaned = await endInChunks(
    deps,
    await reader.findOrphaned(new Date(now.getTime() - ORPHANED_MS), SWEEP_SESSIONS_MAX),
    (writer, ids) => writer.end(ids, 'signed_out', now),
  );
  if (orphaned === null) return null;
  const before = silentSince(now);
  const silent = await endInChunks(
    deps,
    await reader.findSilent(before, SWEEP_SESSIONS_MAX),
    (writer, ids) => writer.endSilent(ids, before, now),
  );
  return silent === null ? null : orphaned + silent;
}

/** Ends the watch sessions of sign-ins that ended (sign-out, ban, password reset). */
export async function endSignedOutSessions(
  deps: WatchDeps,
  sessionIds: readonly string[],
): Promise<void> {
  const ended = await deps.db
    .transaction()
    .execute((trx) => new WatchWriter(trx).endBySignIns(sessionIds, deps.clock()));
  publishEnded(deps.bus, ended);
}
