import type { Fighter, PastBout } from '@sangwian/contract/endpoints/fighters';
import { expect, test } from 'vitest';
import { boutsAsOf, fighterAsOf, summaryAsOf } from './fighter-as-of.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 12, minute)).toISOString();
const bout = (more: Partial<PastBout>): PastBout =>
  ({
    program_id: 'tonight',
    starts_at: at(0),
    outcome: 'win',
    method: 'tko',
    result_at: at(20),
    ...more,
  }) as PastBout;
const tonight = bout({});
const lastWeek = bout({
  program_id: 'old' as PastBout['program_id'],
  starts_at: at(-9_000),
  result_at: null,
});
const ENDINGS = { decision: 3, tko: 2, disqualification: 0, forfeit: 0 };
const fighter = {
  wins: 5,
  losses: 1,
  draws: 2,
  latest_result: tonight,
  record: { bouts: 8, wins: 5, losses: 1, draws: 2, wins_by: ENDINGS, losses_by: ENDINGS },
  last_five: [tonight, lastWeek],
  form: [lastWeek, tonight].map(({ starts_at, outcome }) => ({ date: starts_at, outcome })),
} as unknown as Fighter;
const reached = (minute: number) => () => Date.parse(at(minute));

test('shows the current record to a fan whose video has passed the result', () => {
  expect(fighterAsOf(fighter, reached(20))).toBe(fighter);
  expect(summaryAsOf(fighter, reached(20))).toBe(fighter);
  expect(boutsAsOf([tonight, lastWeek], reached(20))).toEqual([tonight, lastWeek]);
});

test('shows the record, form and last five bouts from before the bout to a fan whose video is behind', () => {
  expect(summaryAsOf(fighter, reached(19))).toMatchObject({ wins: 4, losses: 1, draws: 2 });
  const before = fighterAsOf(fighter, reached(19));
  expect(before).toMatchObject({
    wins: 4,
    record: { bouts: 7, wins: 4, losses: 1, wins_by: { ...ENDINGS, tko: 1 }, losses_by: ENDINGS },
    last_five: [lastWeek],
  });
  expect(before.form).toHaveLength(1);
});

test.each([
  ['loss', { losses: 0, wins: 5 }],
  ['draw', { draws: 1, wins: 5 }],
] as const)('leaves a %s out of the record', (outcome, sums) => {
  const method = outcome === 'draw' ? 'draw' : 'decision';
  const latest = { ...bout({}), outcome, method } as const;
  const before = fighterAsOf({ ...fighter, latest_result: latest }, reached(0));
  expect(before.record).toMatchObject({ ...sums, bouts: 7, wins_by: ENDINGS });
  expect(before.record.losses_by.decision).toBe(outcome === 'loss' ? 2 : 3);
});

test('changes nothing for a fighter without a bout', () => {
  const novice = { ...fighter, latest_result: null };
  expect(fighterAsOf(novice, reached(0))).toBe(novice);
});
