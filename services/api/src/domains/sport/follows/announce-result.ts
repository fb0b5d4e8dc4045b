import type { MatchId, MemberId, ProgramId, ProgramLiveId } from '@sangwian/contract/ids';
import type { Kysely } from 'kysely';
import type { Bus } from '../../../platform/bus/bus.ts';
import { addNotices } from '../../../platform/notices/add-notices.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Database } from '../../../schema/database.ts';
import { FollowsStore } from './follows.store.ts';

/** Followers per transaction. */
const FOLLOWERS_MAX = 1_000;
/** Sorts before every id. */
const NIL_UUID = '00000000-0000-0000-0000-000000000000';

export interface AnnounceDeps {
  readonly db: Kysely<Database>;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly followersMax?: number;
}

/**
 * Writes the notice of a final result for every follower of one of its fighters, in chunks. Idempotent: a member has
 * one notice of each bout, so a job that is repeated after a crash adds only the missing ones.
 */
export async function announceResult(deps: AnnounceDeps, matchLiveId: string): Promise<void> {
  const { db, bus, clock, followersMax = FOLLOWERS_MAX } = deps;
  const bout = await new FollowsStore(db).findFinalBout(matchLiveId);
  if (bout === undefined) return;
  const about = {
    kind: 'result',
    match_id: bout.bout_id as MatchId,
    program_id: bout.program_id as ProgramId,
    program_live_id: bout.program_live_id as ProgramLiveId,
    red: bout.red,
    blue: bout.blue,
    // Read when the notice is shown, because it can still be corrected.
    result: null,
  } as const;
  const fighterIds = [bout.red_fighter_id, bout.blue_fighter_id];
  for (let after: string | undefined = NIL_UUID; after !== undefined; ) {
    const from: string = after;
    const memberIds = await db.transaction().execute(async (trx) => {
      const followers = await new FollowsStore(trx).lockFollowers(fighterIds, from, followersMax);
      const key = `result:${bout.bout_id}`;
      const notices = followers.map((id) => ({ memberId: id as MemberId, key, about }));
      await addNotices(trx, clock(), notices);
      return followers as MemberId[];
    });
    if (memberIds.length > 0) bus.publish('notices:changed', { memberIds });
    after = memberIds.at(-1);
  }
}
