import type { Follow, FollowSubject, NextBout } from '@sangwian/contract/endpoints/follows';
import type {
  FighterId,
  MatchId,
  MemberId,
  ProgramId,
  ProgramLiveId,
} from '@sangwian/contract/ids';
import { LIMITS } from '@sangwian/contract/limits';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Kysely } from 'kysely';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Database } from '../../../schema/database.ts';
import { type FollowRow, FollowsStore, type NextBoutRow } from './follows.store.ts';

export interface FollowDeps {
  readonly db: Kysely<Database>;
  readonly clock: Clock;
}

/** A bout that is still open this long after the start of its card is no longer shown as one of the next. */
const OPEN_MS = 12 * 3_600_000;

export const presentFollow = ({
  type,
  id,
  name,
  detail,
  photo,
  created_at,
}: FollowRow): Follow => ({
  type,
  id,
  name,
  detail,
  photo,
  followed_at: created_at.toISOString(),
});

const presentFighter = ({ fighter_id, name, gym, photo }: NextBoutRow['red']) => ({
  fighter_id: fighter_id as FighterId,
  name,
  gym,
  photo,
});

const presentNext = (row: NextBoutRow): NextBout => ({
  match_id: row.bout_id as MatchId,
  program_id: row.program_id as ProgramId,
  program: row.program,
  stadium: row.stadium,
  starts_at: row.starts_at.toISOString(),
  status: row.status,
  program_live_id: row.program_live_id as ProgramLiveId | null,
  red: presentFighter(row.red),
  blue: presentFighter(row.blue),
  followed: [
    ...(row.red_followed ? (['red'] as const) : []),
    ...(row.blue_followed ? (['blue'] as const) : []),
  ],
});

/**
 * Makes a member follow a fighter, a gym or a promotion. Idempotent.
 *
 * @throws {ApiError} `follow_not_found`, `follow_limit_reached`; `member_not_found` if the account was deleted meanwhile
 */
export async function followSubject(
  { db, clock }: FollowDeps,
  memberId: MemberId,
  subject: FollowSubject,
): Promise<Follow> {
  return db.transaction().execute(async (trx) => {
    const store = new FollowsStore(trx);
    if (!(await store.lockMember(memberId))) throw new ApiError('member_not_found');
    if (!(await store.exists(subject))) throw new ApiError('follow_not_found');
    await store.add(memberId, subject, clock());
    if ((await store.countOf(memberId)) > LIMITS.followsMax) {
      throw new ApiError('follow_limit_reached');
    }
    const [row] = await store.findOf(memberId, 1, subject);
    if (row === undefined) throw new ApiError('follow_not_found');
    return presentFollow(row);
  });
}

/** Returns the next bouts of what a member follows, the soonest first. */
export async function listNextBouts(
  { db, clock }: FollowDeps,
  memberId: MemberId,
): Promise<NextBout[]> {
  const since = new Date(clock().getTime() - OPEN_MS);
  const rows = await new FollowsStore(db).findNext(memberId, since, LIMITS.followedBoutsMax);
  return rows.map(presentNext);
}
