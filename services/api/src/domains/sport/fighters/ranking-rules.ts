import { bangkokDay, startOfBangkokDay } from '../../../platform/time/bangkok-day.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const NOON_MS = 12 * HOUR_MS;

/** Results count for so long. */
export const RANKING_DAYS = 365;
/** With fewer bouts in that time nobody is ranked. */
export const RANKING_BOUTS_MIN = 3;

/** What each bout of the time is worth. `docs/decisions/` says why. */
export const RANKING_POINTS = { tko: 4, win: 3, forfeit: 2, draw: 1, loss: -1 } as const;

/**
 * Which bouts a ranking counts: it is made anew at 12:00 in Bangkok, of what began before. So it stands still while a show
 * goes on, and tells nothing of it to who watches it later in the night.
 */
export function rankedTime(now: Date): { readonly since: Date; readonly until: Date } {
  const noonMs = startOfBangkokDay(bangkokDay(now)).getTime() + NOON_MS;
  const until = new Date(now.getTime() < noonMs ? noonMs - DAY_MS : noonMs);
  return { since: new Date(until.getTime() - RANKING_DAYS * DAY_MS), until };
}

/** A fighter's results of the time. */
export interface SeasonResults {
  readonly fighterId: string;
  readonly nameEn: string;
  readonly wins: number;
  /** Of the wins. */
  readonly tkoWins: number;
  /** Of the wins. */
  readonly forfeitWins: number;
  readonly losses: number;
  readonly draws: number;
}

export interface Standing extends SeasonResults {
  readonly rank: number;
  readonly points: number;
}

/** The points of a fighter's results. */
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

/** More points first, then more wins, then fewer losses; who has the same of all three shares the rank. */
const compareMerit = (
  a: SeasonResults & { points: number },
  b: SeasonResults & { points: number },
): number => b.points - a.points || b.wins - a.wins || a.losses - b.losses;

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/**
 * A division's ranking. Those who share a rank stand by name; the one after them has the rank that they would have
 * without sharing (1, 2, 2, 4).
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
