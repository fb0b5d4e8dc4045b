import type { MemberStatus } from '@sangwian/contract/endpoints/member';
import type { MemberId } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Kysely, Transaction } from 'kysely';
import type { Bus } from '../../../platform/bus/bus.ts';
import type { AuditNote } from '../../../platform/http/audit-note.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Database } from '../../../schema/database.ts';
import type { LockedMember, Members } from '../members/members.module.ts';
import type { Sessions } from '../sessions/sessions.module.ts';
import { AccountStatusStore } from './account-status.store.ts';

/** The actor of the change that ends an expired suspension. */
const CLOCK = 'clock';
const CLOCK_REASON = 'the suspension is over';

export interface AccountStatusDeps {
  readonly db: Kysely<Database>;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly members: Pick<Members, 'lifecycle'>;
  readonly sessions: Pick<Sessions, 'revokeAll'>;
  readonly store: AccountStatusStore;
}

export interface AccountStatusChange extends AuditNote {
  readonly memberId: MemberId;
  readonly status: MemberStatus;
  /** The end of a suspension; `null` for every other status and for a suspension without an end. */
  readonly until: Date | null;
  readonly evidence?: string | undefined;
  /** The staff account of the actor. */
  readonly staffId?: string;
  /** The number of status changes that the operator saw. If the number has changed since, the edit is stale. */
  readonly version?: number | undefined;
  /** Set for moderators, who may neither replace a ban or a closing nor shorten a suspension. */
  readonly onlyStricter?: boolean;
}

/**
 * Writes a status change in the caller's transaction. The caller has locked the member.
 *
 * @returns the id of the change
 */
async function writeChange(
  { members, store }: AccountStatusDeps,
  trx: Transaction<Database>,
  { memberId, status, reason, until, actor, evidence, staffId }: AccountStatusChange,
  before: MemberStatus,
  now: Date,
): Promise<string> {
  const isBarred = status !== 'active';
  await members.lifecycle.setStatus(trx, memberId, {
    status,
    reason: isBarred ? reason : null,
    since: isBarred ? now : null,
    until,
  });
  return store.add(trx, {
    memberId,
    before,
    after: status,
    reason,
    until,
    evidence: evidence || null,
    staffId: staffId ?? null,
    actor,
    changedAt: now,
  });
}

/** Refuses a change by an operator who saw an outdated status. */
async function refuseStale(
  store: AccountStatusStore,
  trx: Transaction<Database>,
  { memberId, version }: AccountStatusChange,
): Promise<void> {
  if (version === undefined || (await store.count(trx, memberId)) === version) return;
  const [last] = await new AccountStatusStore(trx).findLast(memberId, 1);
  throw new ApiError('edit_stale', {
    details: [
      { path: 'status', message: last?.status_after ?? 'active' },
      { path: 'by', message: last?.changed_by ?? '' },
    ],
  });
}

function refuseMilder(
  { status, status_until: end }: LockedMember,
  { until, onlyStricter }: AccountStatusChange,
): void {
  if (onlyStricter !== true || status === 'active') return;
  const isLonger = status === 'suspend' && end !== null && until !== null && until >= end;
  if (!isLonger) throw new ApiError('member_barred');
}

/** A written status change and the function that publishes it. */
export interface WrittenChange {
  readonly changeId: string;
  /** Disconnects the member on every node. Call it after the commit. */
  readonly publish: () => void;
}

/**
 * Writes a status change and revokes the member's sessions in the caller's transaction. The caller has locked the
 * member.
 */
export async function writeAccountStatus(
  deps: AccountStatusDeps,
  trx: Transaction<Database>,
  change: AccountStatusChange,
  before: MemberStatus,
): Promise<WrittenChange> {
  const { bus, clock, sessions } = deps;
  const { memberId, status } = change;
  const changeId = await writeChange(deps, trx, change, before, clock());
  const publishRevoked = await sessions.revokeAll(trx, memberId);
  const publish = (): void => {
    // The status is published before the revocation, since a disconnected socket could not receive it.
    if (status === 'ban' || status === 'suspend') {
      bus.publish('member:barred', { memberId, status });
    }
    publishRevoked();
  };
  return { changeId, publish };
}

/**
 * Bans, suspends, closes or reinstates a member. All sessions of the member are revoked in the same transaction. After
 * the commit, browsers are notified, sockets are disconnected and playback grants are revoked.
 *
 * @returns whether anything changed; reinstating an active member changes nothing
 * @throws {ApiError} `member_not_found`, also for deleted members; `edit_stale`; `member_barred`
 */
export async function changeAccountStatus(
  deps: AccountStatusDeps,
  change: AccountStatusChange,
): Promise<boolean> {
  const { db, members } = deps;
  const { memberId, status } = change;
  const written = await db.transaction().execute(async (trx) => {
    const before = await members.lifecycle.lock(trx, memberId);
    await refuseStale(deps.store, trx, change);
    refuseMilder(before, change);
    if (status === 'active' && before.status === 'active') return null;
    return writeAccountStatus(deps, trx, change, before.status);
  });
  written?.publish();
  return written !== null;
}

/**
 * Ends expired suspensions.
 *
 * @param limit maximum number of suspensions that one run ends
 * @returns the number of ended suspensions
 */
export async function endSuspensions(deps: AccountStatusDeps, limit: number): Promise<number> {
  const { db, clock, members } = deps;
  const due = await members.lifecycle.findSuspendedUntil(clock(), limit);
  let ended = 0;
  for (const memberId of due) {
    ended += await db.transaction().execute(async (trx) => {
      const now = clock();
      const { status, status_until: until } = await members.lifecycle.lock(trx, memberId);
      // Checked again under the lock: another node may have ended the suspension, or an operator may have extended it.
      if (status !== 'suspend' || until === null || until > now) return 0;
      const over = {
        memberId: memberId as MemberId,
        status: 'active',
        reason: CLOCK_REASON,
        until: null,
        actor: CLOCK,
      } as const;
      await writeChange(deps, trx, over, status, now);
      return 1;
    });
  }
  return ended;
}
