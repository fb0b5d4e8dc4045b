import { bangkokDay, startOfBangkokDay } from '../../../platform/time/bangkok-day.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const NOON_MS = 12 * HOUR_MS;

/** Results older than this do not count. */
export const RANKING_DAYS = 365;
/** Fighters with fewer bouts in this period are not ranked. */
export const RANKING_BOUTS_MIN = 3;

/** The points of each outcome. The decision records in `docs/decisions/` explain them. */
export const RANKING_POINTS = { tko: 4, win: 3, forfeit: 2, draw: 1, loss: -1 } as const;

/**
 * Returns the period that a ranking covers. The period ends at the most recent 12:00 in Bangkok, so the ranking does
 * not change during an evening and does not reveal results to fans who watch later.
 */
export function rankingPeriod(now: Date): { readonly since: Date; readonly until: Date } {
  const noonMs = startOfBangkokDay(bangkokDay(now)).getTime() + NOON_MS;
  const until = new Date(now.getTime() < noonMs ? noonMs - DAY_MS : noonMs);
  return { since: new Date(until.getTime() - RANKING_DAYS * DAY_MS), until };
}

export interface SeasonResults {
  readonly fighterId: string;
  readonly nameEn: string;
  readonly wins: number;
  /** These wins are also included in `wins`. */
  readonly tkoWins: number;
  /** These wins are also included in `wins`. */
  readonly forfeitWins: number;
  readonly losses: number;
  readonly draws: number;
}

export interface Standing extends SeasonResults {
  readonly rank: number;
  readonly points: number;
}

export function pointsOf(results: Omit<SeasonResults, 'fighterId' | 'nameEn'>): number {
  const { wins, tkoWins, forfeitWins, losses, draws } = results;
  const otherWins = wins - tkoWins - forfeitWins;
  return (
    tkoWins * RANKING_POINTS.tko +
    otherWins * RANKING_POINTS.win +
    forfeitWins * RANKING_POINTS.forfeit +
    draws * RANKING_POINTS.draw +
    losses * RANKING_POINTS.loss
  );
}

const boutsOf = ({ wins, losses, draws }: SeasonResults): number => wins + losses + draws;

/** Compares by more points, then more wins, then fewer losses. Returns 0 for equal ranks. */
const compareMerit = (
  a: SeasonResults & { points: number },
  b: SeasonResults & { points: number },
): number => b.points - a.points || b.wins - a.wins || a.losses - b.losses;

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/**
 * Ranks the fighters of a division. Equal fighters share a rank and are sorted by name, and the ranks after them are
 * skipped (1, 2, 2, 4).
 */
export function rankDivision(results: readonly SeasonResults[]): Standing[] {
  const sorted = results
    .filter((one) => boutsOf(one) >= RANKING_BOUTS_MIN)
    .map((one) => ({ ...one, points: pointsOf(one) }))
    .sort(
      (a, b) =>
        compareMerit(a, b) ||
        compareText(a.nameEn, b.nameEn) ||
        compareText(a.fighterId, b.fighterId),
    );
  const standings: Standing[] = [];
  for (const [index, one] of sorted.entries()) {
    const before = standings.at(-1);
    const shares = before !== undefined && compareMerit(before, one) === 0;
    standings.push({ ...one, rank: shares ? before.rank : index + 1 });
  }
  return standings;
}
