import type { Match } from '@sangwian/contract/endpoints/live';

/** The gifts of a member to a bout. */
export interface OwnCheers {
  /** The rank among the supporters of the bout; `null` without gifts. */
  readonly rank: number | null;
  readonly red_coins: number;
  readonly blue_coins: number;
}

/** What a result means for a member who cheered. */
export interface MyOutcome {
  readonly kind: 'won' | 'lost' | 'draw' | 'cancelled';
  /** Coins that stay spent. */
  readonly spentCoins: number;
  /** Coins that return to the wallet. */
  readonly backCoins: number;
  readonly rank: number | null;
}

/** Returns what the result of a bout means for a member; `null` if the member did not cheer. */
export function myOutcomeOf(
  { result, draw_refunds }: Pick<Match, 'result' | 'draw_refunds'>,
  { rank, red_coins, blue_coins }: OwnCheers,
): MyOutcome | null {
  const all = red_coins + blue_coins;
  if (result === null || all === 0) return null;
  const { winner, method } = result;
  if (method === 'cancelled' || winner === 'none')
    return { kind: 'cancelled', spentCoins: 0, backCoins: all, rank };
  if (winner === 'draw') {
    const backCoins = draw_refunds ? all : 0;
    return { kind: 'draw', spentCoins: all - backCoins, backCoins, rank };
  }
  const spentCoins = winner === 'red' ? red_coins : blue_coins;
  return { kind: spentCoins > 0 ? 'won' : 'lost', spentCoins, backCoins: all - spentCoins, rank };
}

/** Returns whether refunds of a bout have been paid: its result can no longer be withdrawn, or a refund arrived. */
export const arePaid = ({ ruling }: Pick<Match, 'ruling'>, refundedCoins: number): boolean =>
  refundedCoins > 0 || ruling?.state !== 'recorded';
