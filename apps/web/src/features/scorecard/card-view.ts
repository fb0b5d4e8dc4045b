import type { Match } from '@sangwian/contract/endpoints/live';
import type { CrowdCard, Scorecard, ScorecardRound } from '@sangwian/contract/endpoints/scorecards';
import { type RoundScore, totalOf } from '@sangwian/contract/rules/round-score';

/** The API accepts a score until this long after the next bell. A video that is further behind cannot score. */
export const BEHIND_MAX_MS = 30_000;

/**
 * - `coming`: its bell has not rung
 * - `open`: it can be scored
 * - `closed`: the next bell has rung
 * - `stopped`: the bout ended in it, so it has no score
 */
export type RoundState = 'coming' | 'open' | 'closed' | 'stopped';

export interface RoundView {
  readonly number: number;
  readonly state: RoundState;
  readonly mine: RoundScore | null;
  /** `null` until the video shows the end of the round. */
  readonly crowd: CrowdCard | null;
  /** Whether the round is over and scored, but has too few cards for the crowd's card. */
  readonly isCrowdSmall: boolean;
}

export interface CardView {
  readonly rounds: readonly RoundView[];
  /** Whether the bout ended before the judges had to decide. */
  readonly isStopped: boolean;
  /** The judges' cards, once the video shows the decision. */
  readonly judges: readonly RoundScore[] | null;
  /** The sum of the scored rounds; `null` without any. */
  readonly mine: RoundScore | null;
  /** Whether every round is scored. */
  readonly isComplete: boolean;
  /** The sum of the means of all rounds; `null` until the crowd's card has every round. */
  readonly crowd: RoundScore | null;
}

type ShownMatch = Pick<
  Match,
  'rounds' | 'rest_s' | 'round' | 'status' | 'ended_at' | 'result' | 'result_at' | 'judges'
>;

const msOf = (moment: string | null | undefined): number =>
  moment == null ? Number.POSITIVE_INFINITY : Date.parse(moment);

/** Returns the round of a stoppage; `null` for a bout that the judges decide. */
function stoppedRoundOf({ result }: ShownMatch): number | null {
  if (result === null || result.method === 'decision' || result.method === 'draw') return null;
  return result.round ?? 1;
}

/** Returns whether the last round can still be scored after the end of the bout. */
function isLastOpen(match: ShownMatch, reachedMs: number): boolean {
  const endMs = msOf(match.ended_at) + match.rest_s * 1_000;
  return match.result === null && reachedMs < endMs;
}

function stateOf(
  match: ShownMatch,
  number: number,
  { last, nowMs }: { readonly last: number; readonly nowMs: number },
): RoundState {
  const stopped = stoppedRoundOf(match);
  if (stopped !== null && number >= stopped) return 'stopped';
  if (number > last) return match.status === 'ended' ? 'closed' : 'coming';
  if (number < last) return 'closed';
  if (match.status === 'in_progress') return 'open';
  return isLastOpen(match, nowMs) ? 'open' : 'closed';
}

/** Returns whether the video has shown the whole round. */
const isOver = ({ round, status }: ShownMatch, number: number, last: number): boolean =>
  number < last || status === 'ended' || (round?.number === number && round.resting);

/**
 * Returns the card as of the stadium time that the video shows, so that nothing is ahead of it.
 *
 * @param match the bout as the video shows it
 * @param card `undefined` until it is loaded
 * @param nowMs the stadium time of the video; without a video, the server's time
 */
export function cardViewOf(
  match: ShownMatch,
  card: Scorecard | undefined,
  nowMs: number,
): CardView {
  const known: ReadonlyMap<number, ScorecardRound> = new Map(
    card?.rounds.map((round) => [round.number, round]),
  );
  const numbers = Array.from({ length: match.rounds }, (_, index) => index + 1);
  const hasBegun = (number: number): boolean =>
    (match.round?.number ?? 0) >= number || msOf(known.get(number)?.began_at) <= nowMs;
  const last = match.status === 'not_started' ? 0 : (numbers.filter(hasBegun).at(-1) ?? 0);
  const rounds = numbers.map((number): RoundView => {
    const state = stateOf(match, number, { last, nowMs });
    const round = known.get(number);
    const mine = round?.mine ?? null;
    const showsCrowd = state !== 'stopped' && number <= last && isOver(match, number, last);
    const crowd = showsCrowd ? (round?.crowd ?? null) : null;
    return { number, state, mine, crowd, isCrowdSmall: showsCrowd && mine !== null && !crowd };
  });
  const counted = rounds.filter(({ state }) => state !== 'stopped');
  const scores = counted.flatMap(({ mine }) => (mine === null ? [] : [mine]));
  const crowds = counted.flatMap(({ crowd }) =>
    crowd === null ? [] : [{ red: crowd.red_points, blue: crowd.blue_points }],
  );
  const judges = match.judges ?? null;
  return {
    rounds,
    isStopped: stoppedRoundOf(match) !== null,
    judges:
      match.result !== null && judges !== null && msOf(judges.at) <= nowMs ? judges.cards : null,
    mine: scores.length === 0 ? null : totalOf(scores),
    isComplete: scores.length === match.rounds,
    crowd: crowds.length === match.rounds ? totalOf(crowds) : null,
  };
}
