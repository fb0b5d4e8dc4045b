import type { MovementAbout } from '@sangwian/contract/endpoints/coins';
import type { Corner } from '@sangwian/contract/endpoints/live';
import type { ErrorCode } from '@sangwian/contract/errors/codes';
import type { BoutFacts } from '../lives/lives.module.ts';

/** The outcome of a gift in the SQL functions `send_gifts` and `hold_gifts`. */
export type GiftOutcome =
  | 'held'
  | 'known'
  | 'conflict'
  | 'not_started'
  | 'ended'
  | 'disabled'
  | 'owing'
  | 'short';

/** The error code of each outcome; `null` if the gift is in escrow, from this request or an earlier one. */
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

/** Returns the corner to which a member gave more coins, or red for equal amounts. */
export const cornerGivenTo = (coins: {
  readonly red_coins: number;
  readonly blue_coins: number;
}): Corner => (coins.blue_coins > coins.red_coins ? 'blue' : 'red');

export type BoutOutcome =
  | 'red'
  | 'blue'
  | 'draw'
  | 'cancelled'
  | 'no_contest'
  | 'substituted'
  | 'forgotten';

/**
 * Returns which corners are refunded: the loser, both corners without a winner, and both corners of a draw if
 * that was announced.
 */
export function refundsOf(
  outcome: BoutOutcome,
  drawRefunds: boolean,
): { readonly red: boolean; readonly blue: boolean } {
  if (outcome === 'red') return { red: false, blue: true };
  if (outcome === 'blue') return { red: true, blue: false };
  const both = outcome === 'draw' ? drawRefunds : true;
  return { red: both, blue: both };
}

/** Returns the data of a bout for the members' coin history. */
export const aboutOf = (bout: Pick<BoutFacts, 'matchLiveId' | 'title'>): MovementAbout => ({
  type: 'bout',
  id: bout.matchLiveId,
  title_th: bout.title.th,
  title_en: bout.title.en,
});
