import type { Corner } from '@sangwian/contract/endpoints/live';
import type { ProgramLiveId } from '@sangwian/contract/ids';
import type { Kysely } from 'kysely';
import { keepRecent } from '../../../platform/cache/keep-recent.ts';
import type { Database } from '../../../schema/database.ts';
import type { LiveReader } from '../lives/lives.module.ts';
import { cornerGivenTo } from './gift-rules.ts';
import { GiftStore } from './gifts.store.ts';

/** Cache of the current bout of each live. */
const BOUT_FRESH = { freshMs: 1_000, entriesMax: 1_000 } as const;

/** Returns the corner that each of these members has cheered most in the live's current bout. */
type FindCorners = (
  programLiveId: ProgramLiveId,
  memberIds: readonly string[],
) => Promise<ReadonlyMap<string, Corner>>;

/** Creates the lookup of supporters' corners. One query serves a batch of members. */
export function createFindCorners(
  db: Kysely<Database>,
  live: Pick<LiveReader, 'findCurrentBout'>,
  nowMs: () => number,
): FindCorners {
  const store = new GiftStore(db);
  const findBout = keepRecent((id: ProgramLiveId) => live.findCurrentBout(id), nowMs, BOUT_FRESH);
  return async (programLiveId, memberIds) => {
    const matchLiveId = await findBout(programLiveId);
    if (matchLiveId === null) return new Map();
    const totals = await store.findTotals(matchLiveId, memberIds);
    return new Map(totals.map((row) => [row.member_id, cornerGivenTo(row)]));
  };
}
