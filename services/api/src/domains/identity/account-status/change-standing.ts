import type { MemberStatus } from '@sangwian/contract/endpoints/member';
import type { MemberId } from '@sangwian/contract/ids';
import type { Kysely, Transaction } from 'kysely';
import type { Bus } from '../../../platform/bus/bus.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Database } from '../../../schema/database.ts';
import type { Members } from '../members/members.module.ts';
import type { Sessions } from '../sessions/sessions.module.ts';
import type { StandingStore } from './account-status.store.ts';

/** Who a change is said to be by where a suspension ended by itself. */
const CLOCK = 'clock';
const CLOCK_REASON = 'the suspension is over';

export interface StandingDeps {
  readonly db: Kysely<Database>;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly members: Pick<Members, 'ends'>;
  readonly sessions: Pick<Sessions, 'endAll'>;
  readonly store: StandingStore;
}

export interface ChangeStanding {
  readonly memberId: MemberId;
  readonly status: MemberStatus;
  readonly reason: string;
  /** Of a suspension that ends by itself. */
  readonly until: Date | null;
  readonly changedBy: string;
}

/** The rows of a change, inside the caller's transaction that has locked the member. */
async function write(
  { members, store }: StandingDeps,
  trx: Transaction<Database>,
  { memberId, status, reason, until, changedBy }: ChangeStanding,
  before: MemberStatus,
  now: Date,
): Promise<void> {
  const barred = status !== 'active';
  await members.ends.setStanding(trx, memberId, {
    status,
    reason: barred ? reason : null,
    since: barred ? now : null,
    until,
  });
  await store.add(trx, {
    memberId,
    before,
    after: status,
    reason,
    until,
    changedBy,
    changedAt: now,
  });
}

/**
 * Bans, suspends, closes or reinstates a member. Whoever is barred is signed out everywhere in the same transaction;
 * browsers are told, then sockets close and playback grants die.
 *
 * @returns whether anything changed: who is active stays so without a word
 * @throws {ApiError} `member_not_found`, of deleted members too
 */
export async function changeStanding(deps: StandingDeps, change: ChangeStanding): Promise<boolean> {
  const { db, bus, clock, members, sessions } = deps;
  const { memberId, status } = change;
  const tellSessions = await db.transaction().execute(async (trx) => {
    const before = await members.ends.lock(trx, memberId);
    if (status === 'active' && before.status === 'active') return null;
    await write(deps, trx, change, before.status, clock());
    return sessions.endAll(trx, memberId);
  });
  if (tellSessions === null) return false;
  // First why, then the end: a closed socket hears nothing any more.
  if (status === 'ban' || status === 'suspend') bus.publish('member:barred', { memberId, status });
  tellSessions();
  return true;
}

/**
 * Ends suspensions whose time is over.
 *
 * @param limit at most so many at once
 * @returns how many ended
 */
export async function endSuspensions(deps: StandingDeps, limit: number): Promise<number> {
  const { db, clock, members } = deps;
  const due = await members.ends.findSuspendedUntil(clock(), limit);
  let ended = 0;
  for (const memberId of due) {
    ended += await db.transaction().execute(async (trx) => {
      const now = clock();
      const { status, status_until: until } = await members.ends.lock(trx, memberId);
      // Another node was faster, or an operator made it longer.
      if (status !== 'suspend' || until === null || until > now) return 0;
      const over = {
        memberId: memberId as MemberId,
        status: 'active',
        reason: CLOCK_REASON,
        until: null,
        changedBy: CLOCK,
      } as const;
      await write(deps, trx, over, status, now);
      return 1;
    });
  }
  return ended;
}
