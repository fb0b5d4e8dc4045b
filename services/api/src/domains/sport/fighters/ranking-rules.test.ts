import { describe, expect, it, test } from 'vitest';
import {
  pointsOf,
  RANKING_BOUTS_MIN,
  RANKING_DAYS,
  rankDivision,
  rankingPeriod,
  type SeasonResults,
} from './ranking-rules.ts';

const results = (name: string, set: Partial<SeasonResults> = {}): SeasonResults => ({
  fighterId: `id-${name}`,
  nameEn: name,
  wins: 0,
  tkoWins: 0,
  forfeitWins: 0,
  losses: 0,
  draws: 0,
  ...set,
});
const ranks = (list: readonly SeasonResults[]) =>
  rankDivision(list).map(({ nameEn, rank, points }) => [nameEn, rank, points]);

describe('the points of a fighter', () => {
  test.each([
    ['a win', { wins: 1 }, 3],
    ['a win by TKO', { wins: 1, tkoWins: 1 }, 4],
    ['a walkover win', { wins: 1, forfeitWins: 1 }, 2],
    ['a draw', { draws: 1 }, 1],
    ['a loss', { losses: 1 }, -1],
    ['a year', { wins: 5, tkoWins: 2, forfeitWins: 1, losses: 3, draws: 1 }, 8 + 6 + 2 - 3 + 1],
  ])('of %s', (_, set, points) => {
    expect(pointsOf(results('a', set))).toBe(points);
  });
});

describe('a ranking', () => {
  it('sorts by points, then wins, then losses', () => {
    expect(
      ranks([
        results('Dao', { wins: 2, losses: 2 }),
        results('Fa', { wins: 3 }),
        results('Lek', { wins: 3, losses: 0, tkoWins: 1 }),
        results('Mon', { wins: 1, draws: 1 }),
        results('Ron', { wins: 1, draws: 2, losses: 1 }),
      ]),
    ).toEqual([
      ['Lek', 1, 10],
      ['Fa', 2, 9],
      ['Dao', 3, 4],
      ['Ron', 4, 4],
    ]);
  });

  it('gives equal fighters the same rank, sorted by name', () => {
    expect(
      ranks([
        results('Yak', { wins: 3 }),
        results('Chok', { wins: 4 }),
        results('Khun', { wins: 3 }),
        results('Phon', { losses: 3 }),
      ]),
    ).toEqual([
      ['Chok', 1, 12],
      ['Khun', 2, 9],
      ['Yak', 2, 9],
      ['Phon', 4, -3],
    ]);
  });

  it('leaves out fighters with too few bouts', () => {
    expect(rankDivision([results('New', { wins: RANKING_BOUTS_MIN - 1 })])).toEqual([]);
    expect(rankDivision([results('New', { wins: RANKING_BOUTS_MIN })])).toHaveLength(1);
  });

  it('does not depend on the order of the results', () => {
    const list = Array.from({ length: 40 }, (_, index) =>
      results(`F${index % 7}`, {
        fighterId: `id-${index}`,
        wins: (index * 7) % 5,
        losses: (index * 3) % 4,
        draws: index % 2,
      }),
    );
    const expected = rankDivision(list);
    for (let turn = 1; turn < list.length; turn += 7) {
      const turned = [...list.slice(turn), ...list.slice(0, turn)].reverse();
      expect(rankDivision(turned)).toEqual(expected);
    }
    // A fighter's rank is one more than the number of better fighters.
    for (const one of expected) {
      const better = expected.filter(
        (other) =>
          other.points > one.points ||
          (other.points === one.points &&
            (other.wins > one.wins || (other.wins === one.wins && other.losses < one.losses))),
      );
      expect(one.rank).toBe(better.length + 1);
    }
  });
});

test.each([
  ['just before 12:00 in Bangkok', '2026-11-21T04:59:59Z', '2026-11-20T05:00:00Z'],
  ['at 12:00', '2026-11-21T05:00:00Z', '2026-11-21T05:00:00Z'],
  ['during the evening', '2026-11-21T14:00:00Z', '2026-11-21T05:00:00Z'],
  ['after midnight in Bangkok', '2026-11-21T18:00:00Z', '2026-11-21T05:00:00Z'],
])('%s the ranking covers a year up to the last noon', (_, now, until) => {
  const time = rankingPeriod(new Date(now));
  expect(time.until).toEqual(new Date(until));
  expect((time.until.getTime() - time.since.getTime()) / 86_400_000).toBe(RANKING_DAYS);
});
