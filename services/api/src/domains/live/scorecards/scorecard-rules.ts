import type { CrowdCard } from '@sangwian/contract/endpoints/scorecards';
import type { ErrorCode } from '@sangwian/contract/errors/codes';
import { leaderOf, type RoundScore } from '@sangwian/contract/rules/round-score';

/** How late a score may arrive after the next bell: an older picture no longer counts as live (decision 23). */
export const GRACE_MS = 30_000;
/** Fewer cards are not sent, because they could reveal the score of a single member. */
export const CROWD_CARDS_MIN = 5;

/** The state of a bout that decides which rounds can be scored. */
export interface BoutRounds {
  readonly rounds: number;
  readonly restMs: number;
  readonly status: 'not_started' | 'in_progress' | 'ended';
  /** The round that rests; `null` during a round. */
  readonly restingRound: number | null;
  readonly endedAt: Date | null;
  readonly resultAt: Date | null;
  readonly method: string | null;
  readonly resultRound: number | null;
  /** The first bell of each round that has begun. */
  readonly bells: ReadonlyMap<number, Date>;
  /** Whether a substitution or a repetition has replaced the bout. */
  readonly isReplaced: boolean;
}

/** The number of members who gave a round this score. */
export interface CrowdCount extends RoundScore {
  readonly cards: number;
}

function nextBellMs({ bells }: BoutRounds, round: number): number | null {
  const later = [...bells].filter(([number]) => number > round).map(([, at]) => at.getTime());
  return later.length === 0 ? null : Math.min(...later);
}

/**
 * Returns when a round is locked; `null` while that is unknown. After the last round, a rest takes the place of the next
 * bell, unless the result comes earlier.
 */
export function lockMsOf(bout: BoutRounds, round: number): number | null {
  const next = nextBellMs(bout, round);
  if (next !== null) return next + GRACE_MS;
  if (bout.status !== 'ended' || bout.endedAt === null) return null;
  const afterRest = bout.endedAt.getTime() + bout.restMs;
  return Math.min(afterRest, bout.resultAt?.getTime() ?? afterRest) + GRACE_MS;
}

export function isLocked(bout: BoutRounds, round: number, now: Date): boolean {
  const lockMs = lockMsOf(bout, round);
  return bout.isReplaced || (lockMs !== null && lockMs <= now.getTime());
}

/** Returns why a round cannot be scored now; `null` if it can. */
export function refusalOf(bout: BoutRounds, round: number, now: Date): ErrorCode | null {
  if (round > bout.rounds) return 'score_not_open';
  if (isLocked(bout, round, now)) return 'score_locked';
  return bout.bells.has(round) ? null : 'score_not_open';
}

/** Returns whether a round counts. The round of a stoppage has no score. */
function counts({ method, resultRound }: BoutRounds, round: number): boolean {
  return (
    method === null || method === 'decision' || method === 'draw' || round < (resultRound ?? 1)
  );
}

/** Returns whether the whole round has been fought. The last round of an early end is not, as far as is known. */
function isOver(bout: BoutRounds, round: number): boolean {
  return (
    nextBellMs(bout, round) !== null ||
    bout.restingRound === round ||
    (bout.status === 'ended' && round === bout.rounds)
  );
}

/**
 * Returns whether a member may see the crowd's card of a round: once the round is over and the member has scored it, or
 * it is locked.
 */
export function seesCrowd(
  bout: BoutRounds,
  round: number,
  { hasScored, now }: { readonly hasScored: boolean; readonly now: Date },
): boolean {
  if (!counts(bout, round)) return false;
  return (hasScored && isOver(bout, round)) || isLocked(bout, round, now);
}

/** Returns the share and the mean of the members' scores of a round; `null` for too few cards. */
export function crowdCardOf(counted: readonly CrowdCount[]): CrowdCard | null {
  const sumOf = (value: (count: CrowdCount) => number) =>
    counted.reduce((sum, count) => sum + count.cards * value(count), 0);
  const cards = sumOf(() => 1);
  if (cards < CROWD_CARDS_MIN) return null;
  const votes = (leader: 'red' | 'blue' | 'draw') =>
    sumOf((count) => (leaderOf(count) === leader ? 1 : 0));
  const mean = (sum: number) => Math.round((10 * sum) / cards) / 10;
  return {
    cards,
    red: votes('red'),
    blue: votes('blue'),
    even: votes('draw'),
    red_points: mean(sumOf(({ red }) => red)),
    blue_points: mean(sumOf(({ blue }) => blue)),
  };
}
