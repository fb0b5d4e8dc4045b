import type { Match } from '@sangwian/contract/endpoints/live';

/** A bout on the card of a live or a programme. */
type CardMatch = Pick<
  Match,
  'order' | 'status' | 'round' | 'red' | 'blue' | 'result' | 'result_at' | 'ended_at'
> &
  // The card of a programme has no rulings.
  Partial<Pick<Match, 'ruling'>>;

/** Parses a timestamp into milliseconds. A missing timestamp is earlier than all others. */
export const msOf = (moment: string | null | undefined): number =>
  moment == null ? Number.NEGATIVE_INFINITY : Date.parse(moment);

/** Returns the times of all changes of a bout. */
export const changeTimesOfMatch = ({ round, result_at, ended_at, ruling }: CardMatch): number[] => [
  msOf(round?.started_at),
  msOf(result_at),
  msOf(ended_at),
  msOf(ruling?.at),
];

/** Removes the result of a bout, also from the records of its fighters. */
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

/** Returns a bout as known at a given time. The round is unknown if a later round has started since. */
function matchAsOf<Shown extends CardMatch>(now: Shown, atMs: number): Shown {
  // Hides a later ruling. An earlier ruling is part of the remembered state of the bout.
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

/** Returns the bouts of a card as known at a given time. */
export function matchesAsOf<Shown extends CardMatch>(
  matches: readonly Shown[],
  atMs: number,
): Shown[] {
  const known = matches.map((match) => matchAsOf(match, atMs));
  // If several bouts seem to be running, only the first is the current bout.
  const current = known
    .filter(({ status }) => status === 'in_progress')
    .reduce<Shown | null>((first, one) => (first && first.order < one.order ? first : one), null);
  return known.map((match) =>
    match.status === 'in_progress' && match !== current
      ? { ...match, status: 'not_started' as const, round: null }
      : match,
  );
}
