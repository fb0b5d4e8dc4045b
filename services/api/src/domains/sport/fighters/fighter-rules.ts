import type { WinnerValue } from '../../live/lives/lives.tables.ts';

const KG_PER_POUND = 0.453_592_37;

export const poundsToKilograms = (pounds: number): number =>
  Math.round(pounds * KG_PER_POUND * 10) / 10;

/**
 * Returns a fighter's age on a day. Both dates are `YYYY-MM-DD`. A birthday on 29 February counts on 1 March in other
 * years.
 */
export function ageOn(bornOn: string, today: string): number {
  const years = Number(today.slice(0, 4)) - Number(bornOn.slice(0, 4));
  return today.slice(5) < bornOn.slice(5) ? years - 1 : years;
}

/** Returns the outcome of a bout for the fighter of a corner. */
export function outcomeOf(
  winner: WinnerValue,
  corner: 'red' | 'blue',
): 'win' | 'loss' | 'draw' | 'cancelled' {
  if (winner === 'none') return 'cancelled';
  if (winner === 'draw') return 'draw';
  return winner === corner ? 'win' : 'loss';
}
