import type { ShowConsequences } from '@sangwian/contract/endpoints/operator/show';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Kysely } from 'kysely';
import type { Database } from '../../../schema/database.ts';
import { type BoutOutcome, refundsOf } from '../../live/gifts/gifts.module.ts';
import type { LiveReader, ViewerCounts } from '../../live/lives/lives.module.ts';
import { ShowDeskStore } from './show-desk.store.ts';

const CORNERS = ['red', 'blue'] as const;

interface Picks {
  readonly red_picks: number;
  readonly draw_picks: number;
  readonly blue_picks: number;
}

/** Counts the right and the wrong predictions of a bout with this outcome; `null` if the outcome is not scored. */
function countPicks(picks: Picks | undefined, outcome: BoutOutcome): ShowConsequences['picks'] {
  if (picks === undefined) return null;
  const { red_picks: red, draw_picks: draw, blue_picks: blue } = picks;
  const byOutcome: Partial<Record<BoutOutcome, number>> = { red, draw, blue };
  const right = byOutcome[outcome];
  if (right === undefined) return null;
  const total = red + draw + blue;
  return { total, right, wrong: total - right };
}

/**
 * Computes the coins and counts that the confirmation of a bout's recorded result will change.
 *
 * @throws {ApiError} `match_not_found`, also without a recorded result
 */
export async function readConsequences(
  {
    db,
    live,
    viewers,
  }: {
    readonly db: Kysely<Database>;
    readonly live: LiveReader;
    readonly viewers: ViewerCounts;
  },
  matchLiveId: string,
): Promise<ShowConsequences> {
  const store = new ShowDeskStore(db);
  const facts = await live.findBout(matchLiveId);
  if (facts === null) throw new ApiError('match_not_found');
  const bouts = await store.findBouts(facts.programLiveId);
  const row = bouts.find((one) => one.match_live_id === matchLiveId);
  if (row === undefined || row.outcome === null) throw new ApiError('match_not_found');
  const refunds = refundsOf(row.outcome, facts.drawRefunds);
  const corners = CORNERS.filter((corner) => refunds[corner]);
  const [sums, picks, watching] = await Promise.all([
    store.sumGifts(matchLiveId, refunds),
    store.findPicks(facts.matchId),
    viewers.ofLives(),
  ]);
  return {
    refund: {
      corners,
      coins: sums.refund_coins,
      members: sums.refund_members,
      gifts: corners.reduce((sum, corner) => sum + row[corner].gifts, 0),
    },
    kept: { coins: sums.kept_coins, members: sums.kept_members },
    picks: countPicks(picks, row.outcome),
    viewers: watching.get(facts.programLiveId) ?? 0,
  };
}
