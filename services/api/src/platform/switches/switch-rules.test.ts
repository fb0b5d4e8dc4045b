import { expect, test } from 'vitest';
import { isNoticeShown, mergeBoards, type SwitchBoard, siteStateOf } from './switch-rules.ts';

const AT = '2026-11-22T12:00:00.000Z';
const NOON = new Date(AT);
const board = (version: number, reason: string | null): SwitchBoard => ({
  switches: [
    {
      name: 'gifts',
      on: reason === null,
      reason: reason === null ? null : { th: reason, en: reason },
      version,
      by: 'Malee',
      at: AT,
    },
  ],
  notice: {
    text: { th: 'ปิดปรับปรุง', en: 'Maintenance' },
    level: 'warning',
    from: '2026-11-22T13:00:00.000Z',
    until: '2026-11-22T14:00:00.000Z',
    version: 3,
    by: 'Malee',
    at: AT,
  },
});
const hoursLater = (hours: number): Date => new Date(NOON.getTime() + hours * 3_600_000);

test('the newer version of a row is kept, in whatever order boards arrive', () => {
  const [older, newer] = [board(2, null), board(3, 'rain')];
  expect(mergeBoards(older, newer)).toEqual(newer);
  expect(mergeBoards(newer, older)).toEqual(newer);
});

test('a notice is shown only between its start and its end', () => {
  const shownAt = (now: Date) => isNoticeShown(siteStateOf(board(1, null), now), now);
  expect([0, 1, 1.9, 2, 3].map((hours) => shownAt(hoursLater(hours)))).toEqual([
    false,
    true,
    true,
    false,
    false,
  ]);
});

test('fans receive the parts that are off, and a revision that increases with every change', () => {
  const state = siteStateOf(board(2, 'rain'), NOON);
  expect(state.off).toEqual([{ name: 'gifts', reason: { th: 'rain', en: 'rain' } }]);
  expect(siteStateOf(board(3, null), NOON)).toMatchObject({
    revision: state.revision + 1,
    off: [],
  });
});
