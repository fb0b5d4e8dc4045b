import type { Live, Match } from '@sangwian/contract/endpoints/live';
import { Timeline } from '../../shared/in-step/timeline.ts';

/** An evening of a dozen bouts with their rounds and rests, several times over. */
const REMEMBERED_MAX = 200;

const msOf = (moment: string | null | undefined): number =>
  moment == null ? Number.NEGATIVE_INFINITY : Date.parse(moment);

/** The moments at which what is told of a live and its bouts came to be. */
const momentsOf = (live: Live): number[] => [
  msOf(live.ended_at),
  ...live.matches.flatMap(({ round, result_at, ended_at }) => [
    msOf(round?.started_at),
    msOf(result_at),
    msOf(ended_at),
  ]),
];

/** When the newest of what a live tells happened. */
const newestOf = (live: Live): number => Math.max(Number.NEGATIVE_INFINITY, ...momentsOf(live));

/** A bout whose result is not known yet: nor is it among what its fighters have won and lost. */
const withoutResult = (match: Match): Match => {
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
};

/** A bout as it was known at a moment. What round it was is forgotten where a later one has begun since. */
const matchAsOf = (match: Match, atMs: number): Match => {
  if (msOf(match.ended_at) > atMs) {
    return { ...withoutResult(match), status: 'in_progress', round: null };
  }
  if (msOf(match.result_at) > atMs) return withoutResult(match);
  const { round } = match;
  if (!round || msOf(round.started_at) <= atMs) return match;
  const first = round.number === 1 && !round.resting;
  return { ...match, status: first ? 'not_started' : 'in_progress', round: null };
};

/** A live with the bouts as they were known at a moment. */
export const liveAsOf = (live: Live, atMs: number): Live => {
  if (newestOf(live) <= atMs) return live;
  const known = live.matches.map((match) => matchAsOf(match, atMs));
  // One bout at a time: what is on comes before what follows it.
  const current = known
    .filter(({ status }) => status === 'in_progress')
    .reduce<Match | null>((first, one) => (first && first.order < one.order ? first : one), null);
  const matches = known.map((match) =>
    match.status === 'in_progress' && match !== current
      ? { ...match, status: 'not_started' as const, round: null }
      : match,
  );
  const { headline } = live;
  // Who is behind sees the evening to its end.
  const goesOn = live.status === 'ended' && msOf(live.ended_at) > atMs;
  return {
    ...live,
    status: goesOn ? 'in_progress' : live.status,
    matches,
    current_match_live_id: current?.match_live_id ?? null,
    headline:
      matches.find(({ match_live_id }) => match_live_id === headline?.match_live_id) ?? headline,
  };
};

/** What was told of a live while it was watched, so that who rewinds sees the round of that moment. */
export class LiveHistory {
  readonly #told = new Timeline<Live>(REMEMBERED_MAX);

  remember(live: Live): void {
    const newestMs = newestOf(live);
    this.#told.push(live, Number.isFinite(newestMs) ? newestMs : 0);
  }

  /** Grows and falls with the moment wherever `asOf` would answer something else. */
  stepAt(live: Live, atMs: number): number {
    const moments = [...momentsOf(live), ...this.#told.moments];
    return moments.reduce((passed, moment) => passed + (moment <= atMs ? 1 : 0), 0);
  }

  /** `live`, which is the newest, with the bouts as they were known at a moment. */
  asOf(live: Live, atMs: number): Live {
    if (newestOf(live) <= atMs) return live;
    const { matches, current_match_live_id, headline } =
      this.#told.at(atMs) ?? this.#told.earliest ?? live;
    return liveAsOf({ ...live, matches, current_match_live_id, headline }, atMs);
  }
}
