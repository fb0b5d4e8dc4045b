import { expect, test } from 'vitest';
import { formatResult } from './card-words.ts';
import { readSharePath, sharePath } from './share-paths.ts';
import { publicRecord, publicResult } from './share-rules.ts';

const ENDED_MS = Date.parse('2026-11-21T15:00:00Z');
const at = (ms: number): string => new Date(ms).toISOString();
const result = { winner: 'red', method: 'tko', round: 3 } as const;
const match = { match_id: 'm', result } as never;
const evening = (change: object = {}) =>
  ({
    status: 'ended',
    ended_at: at(ENDED_MS),
    matches: [{ match_id: 'm', result_at: at(ENDED_MS - 60_000) }],
    ...change,
  }) as never;

test('a result is public once the evening is over and the result can no longer be withdrawn', () => {
  const publicAt = (program: object, live: never | null, now: number) =>
    publicResult(match, program as never, live, now);
  const later = ENDED_MS + 2 * 60_000;
  expect(publicAt({ status: 'in_progress' }, evening({ status: 'in_progress' }), later)).toBeNull();
  expect(publicAt({ status: 'ended' }, evening(), later - 1)).toBeNull();
  expect(publicAt({ status: 'ended' }, evening(), later)).toEqual(result);
  const corrected = evening({ matches: [{ match_id: 'm', result_at: at(later) }] });
  expect(publicAt({ status: 'ended' }, corrected, later)).toBeNull();
  // Without a live no viewer can have rewound.
  expect(publicAt({ status: 'ended' }, null, later)).toEqual(result);
});

test('a record leaves out bouts of an evening that may still be running', () => {
  const record = { wins: 10, losses: 3, draws: 1 } as never;
  const last_five = [
    { outcome: 'win', starts_at: at(ENDED_MS - 3_600_000) },
    { outcome: 'loss', starts_at: at(ENDED_MS - 14 * 86_400_000) },
  ] as never;
  expect(publicRecord({ record, last_five }, ENDED_MS)).toMatchObject({ wins: 9, losses: 3 });
  expect(publicRecord({ record, last_five }, ENDED_MS + 86_400_000)).toMatchObject({ wins: 10 });
});

test('results are formatted in the sport’s terms', () => {
  expect(formatResult(result, 'TH')).toBe('มุมแดงชนะทีเคโอ ยก 3');
  expect(formatResult({ winner: 'blue', method: 'decision', round: null }, 'EN')).toBe(
    'Blue corner wins by decision',
  );
  expect(formatResult({ winner: 'draw', method: 'draw', round: null }, 'TH')).toBe('ผลเสมอ');
});

const ID = '019a0000-0000-7805-adcc-af2a3dcb5f5d';

test('the URL of a share image contains its subject and changes with its content', () => {
  const subject = { kind: 'bout', id: ID, matchId: ID } as const;
  const path = sharePath(subject, 'EN', ['one']);
  expect(readSharePath(path.split('?')[0] ?? '')).toEqual({ subject, language: 'EN' });
  expect(sharePath(subject, 'EN', ['two'])).not.toBe(path);
  for (const kind of ['live', 'program', 'fighter'] as const) {
    const [bare = ''] = sharePath({ kind, id: ID }, 'TH', null).split('?');
    expect(readSharePath(bare)).toEqual({ subject: { kind, id: ID }, language: 'TH' });
  }
});

test.each([
  '/share/live/1/th.png',
  `/share/live/${ID}/fr.png`,
  `/share/live/${ID}/${ID}/th.png`,
  `/share/bout/${ID}/th.png`,
  `/share/member/${ID}/th.png`,
  `/share/live/${ID.toUpperCase()}/th.png`,
  `/share/live/${ID}/th.png/`,
])('%s is not the path of a share card', (path) => {
  expect(readSharePath(path)).toBeNull();
});
