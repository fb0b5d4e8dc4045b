import type { MovementAbout } from '@sangwian/contract/endpoints/coins';
import type { Corner } from '@sangwian/contract/endpoints/live';
import type { ErrorCode } from '@sangwian/contract/errors/codes';
import type { BoutFacts } from '../lives/lives.module.ts';

/** What became of a gift, as the database says it. */
export type GiftOutcome =
  | 'held'
  | 'known'
  | 'conflict'
  | 'not_started'
  | 'ended'
  | 'disabled'
  | 'owing'
  | 'short';

/** What a sender is told where nothing was held; `null`: the gift is in the escrow, now or since before. */
export const REFUSALS: Readonly<Record<GiftOutcome, ErrorCode | null>> = {
  held: null,
  known: null,
  conflict: 'idempotency_conflict',
  not_started: 'live_none',
  ended: 'match_ended',
  disabled: 'gift_disabled',
  owing: 'wallet_blocked',
  short: 'gift_balance_insufficient',
};

export const cornerOf = (text: string | undefined): Corner | null =>
  text === 'red' || text === 'blue' ? text : null;

/** The corner that somebody gave more to; of as much to both the red one. */
export const cornerGivenTo = (coins: {
  readonly red_coins: number;
  readonly blue_coins: number;
}): Corner => (coins.blue_coins > coins.red_coins ? 'blue' : 'red');

/** How a bout ended, as far as its gifts go. */
export type BoutOutcome =
  | 'red'
  | 'blue'
  | 'draw'
  | 'cancelled'
  | 'no_contest'
  | 'substituted'
  | 'forgotten';

/** Whose gifts go back: the loser's; of a bout that was none, both; of a draw as was said before it. */
export function refundsOf(
  outcome: BoutOutcome,
  drawRefunds: boolean,
): { readonly red: boolean; readonly blue: boolean } {
  if (outcome === 'red') return { red: false, blue: true };
  if (outcome === 'blue') return { red: true, blue: false };
  const both = outcome === 'draw' ? drawRefunds : true;
  return { red: both, blue: both };
}

/** A bout as the members' coin history shows it. */
export const aboutOf = (bout: Pick<BoutFacts, 'matchLiveId' | 'title'>): MovementAbout => ({
  type: 'bout',
  id: bout.matchLiveId,
  title_th: bout.title.th,
  title_en: bout.title.en,
});
