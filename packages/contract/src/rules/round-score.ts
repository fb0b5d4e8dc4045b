/** A score of one round: the winner gets 10 points, the loser 9, 8 or 7; an even round is 10-10. */
export interface RoundScore {
  readonly red: number;
  readonly blue: number;
}

const POINTS_MAX = 10;
const POINTS_MIN = 7;

/** The number of judges at the ring. */
export const JUDGES = 3;

/** Returns whether a score follows the ten-point must system. */
export const isRoundScore = ({ red, blue }: RoundScore): boolean =>
  Math.max(red, blue) === POINTS_MAX && Math.min(red, blue) >= POINTS_MIN;

/** Returns the sum of several rounds. */
export const totalOf = (scores: readonly RoundScore[]): RoundScore =>
  scores.reduce((sum, { red, blue }) => ({ red: sum.red + red, blue: sum.blue + blue }), {
    red: 0,
    blue: 0,
  });

/** Returns the corner that a card or a round names as the winner. */
export const leaderOf = ({ red, blue }: RoundScore): 'red' | 'blue' | 'draw' => {
  if (red === blue) return 'draw';
  return red > blue ? 'red' : 'blue';
};

/**
 * Returns why the judges' totals are impossible for a decision, or `null`. At least two judges name the winner; in a draw
 * no corner has two.
 */
export function faultOfJudges(
  judges: readonly RoundScore[],
  { winner, method, rounds }: { winner: string | null; method: string | null; rounds: number },
): string | null {
  if (method !== 'decision' && method !== 'draw') return 'only a decision or a draw has scores';
  for (const { red, blue } of judges) {
    const fits = Math.max(red, blue) <= POINTS_MAX * rounds && Math.min(red, blue) >= rounds;
    if (!fits) return `a judge gives at most ${POINTS_MAX * rounds} points in ${rounds} rounds`;
  }
  const votes = (corner: 'red' | 'blue') =>
    judges.filter((judge) => leaderOf(judge) === corner).length;
  const majority = (['red', 'blue'] as const).find((corner) => votes(corner) * 2 > judges.length);
  return (majority ?? 'draw') === winner ? null : 'the scores name another winner';
}
