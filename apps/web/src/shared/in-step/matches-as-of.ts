import type { Match } from '@sangwian/contract/endpoints/live';

/** What a card tells of a bout, be it a live's or a programme's. */
type CardMatch = Pick<
  Match,
  'order' | 'status' | 'round' | 'red' | 'blue' | 'result' | 'result_at' | 'ended_at'
> &
  // A programme's card has none.
  Partial<Pick<Match, 'ruling'>>;

/** A moment of the wire in milliseconds; what never came to be was before all else. */
export const msOf = (moment: string | null | undefined): number =>
  moment == null ? Number.NEGATIVE_INFINITY : Date.parse(moment);

/** The moments at which what is told of a bout came to be. */
export const momentsOfMatch = ({ round, result_at, ended_at, ruling }: CardMatch): number[] => [
  msOf(round?.started_at),
  msOf(result_at),
  msOf(ended_at),
  msOf(ruling?.at),
];

/** A bout whose result is not known yet: nor is it among what its fighters have won and lost. */
export function withoutResult<Shown extends CardMatch>(match: Shown): Shown {
  const { result, red, blue } = match;
  if (!result) return match;
  const [won, lost] = { red: [red, blue], blue: [blue, red], draw: [], none: [] }[result.winner];
  const recordOf = (fighter: typeof red): typeof red => ({
    ...fighter,
    wins: fighter.wins - (fighter === won ? 1 : 0),
    losses: fighter.losses - (fighter === lost ? 1 : 0),
    draws: fighter.draws - (result.winner === 'draw' ? 1 : 0),
  });
  return { ...match, result: null, red: recordOf(red), blue: recordOf(blue) };
}

/** A bout as it was known at a moment. What round it was is forgotten where a later one has begun since. */
function matchAsOf<Shown extends CardMatch>(now: Shown, atMs: number): Shown {
  // A later ruling is not known yet; where an earlier one is remembered, it comes with the remembered bout.
  const match = msOf(now.ruling?.at) > atMs ? { ...now, ruling: null } : now;
  if (msOf(match.ended_at) > atMs) {
    return { ...withoutResult(match), status: 'in_progress', round: null };
  }
  if (msOf(match.result_at) > atMs) return withoutResult(match);
  const { round } = match;
  if (!round || msOf(round.started_at) <= atMs) return match;
  const first = round.number === 1 && !round.resting;
  return { ...match, status: first ? 'not_started' : 'in_progress', round: null };
}

/** The bouts of a card as they were known at a moment. */
export function matchesAsOf<Shown extends CardMatch>(
  matches: readonly Shown[],
  atMs: number,
): Shown[] {
  const known = matches.map((match) => matchAsOf(match, atMs));
  // One bout at a time: what is on comes before what follows it.
  const current = known
    .filter(({ status }) => status === 'in_progress')
    .reduce<Shown | null>((first, one) => (first && first.order < one.order ? first : one), null);
  return known.map((match) =>
    match.status === 'in_progress' && match !== current
      ? { ...match, status: 'not_started' as const, round: null }
      : match,
  );
}
