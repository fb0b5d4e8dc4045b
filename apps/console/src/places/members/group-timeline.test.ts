import type { TimelineEntry } from '@sangwian/contract/endpoints/operator/member-timeline';
import { expect, test } from 'vitest';
import { groupByDay, groupTimeline } from './group-timeline.ts';

const entry = (kind: TimelineEntry['kind'], at: string, more: Partial<TimelineEntry> = {}) =>
  ({
    kind,
    at,
    what: 'red',
    subject_en: '',
    subject_id: 'bout-7',
    coins: null,
    ...more,
  }) as TimelineEntry;

test('groups consecutive gifts to one corner into one row with their sum', () => {
  const groups = groupTimeline([
    entry('gift', '2026-11-22T14:15:00Z', { coins: -5 }),
    entry('gift', '2026-11-22T14:10:00Z', { coins: -199 }),
    entry('gift', '2026-11-22T14:08:00Z', { coins: -999, what: 'blue' }),
  ]);
  expect(groups.map(({ entries, coins }) => [entries.length, coins])).toEqual([
    [2, -204],
    [1, -999],
  ]);
});

test('never groups sanctions, and starts a new row for each day in Bangkok', () => {
  const groups = groupTimeline([
    entry('sanction', '2026-11-22T17:30:00Z'),
    entry('sanction', '2026-11-22T17:20:00Z'),
    entry('sign_in', '2026-11-22T17:10:00Z'),
    entry('sign_in', '2026-11-22T16:50:00Z'),
  ]);
  expect(groups.map(({ entries }) => entries.length)).toEqual([1, 1, 1, 1]);
  expect(groupByDay(groups).map(({ day, groups: rows }) => [day, rows.length])).toEqual([
    ['2026-11-23', 3],
    ['2026-11-22', 1],
  ]);
});
