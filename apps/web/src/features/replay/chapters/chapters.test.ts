import type { Replay, ReplayBout } from '@sangwian/contract/endpoints/replay';
import { expect, it } from 'vitest';
import { boutAt, chaptersOf, plannedEndMs, requestedBout, requestedStartMs } from './chapters.ts';

const MINUTE_MS = 60_000;

const bout = (id: string, fields: Partial<ReplayBout>) =>
  ({
    match_live_id: id,
    match_id: `match-${id}`,
    walk_out_ms: null,
    bell_ms: 0,
    rounds: [],
    ...fields,
  }) as unknown as ReplayBout;
const first = bout('1', { walk_out_ms: 0, bell_ms: MINUTE_MS });
const second = bout('2', {
  walk_out_ms: 20 * MINUTE_MS,
  bell_ms: 22 * MINUTE_MS,
  rounds: [
    { number: 1, at_ms: 22 * MINUTE_MS },
    { number: 2, at_ms: 27 * MINUTE_MS },
  ],
});
const matches = [
  { match_live_id: '1', rounds: 3, round_s: 180, rest_s: 120 },
  { match_live_id: '2', rounds: 5, round_s: 180, rest_s: 120 },
] as unknown as Parameters<typeof plannedEndMs>[1];

const endMs = (bouts: readonly ReplayBout[], furthestMs: number, lengthMs = 0) =>
  plannedEndMs(bouts, matches, { furthestMs, lengthMs });

it('offers the walk-outs and the first bell of a bout whose rounds are hidden', () => {
  expect(chaptersOf(first)).toEqual([
    { kind: 'walk_out', round: 0, atMs: 0 },
    { kind: 'round', round: 1, atMs: MINUTE_MS },
  ]);
});

it('offers each known round once', () => {
  expect(chaptersOf(second).map(({ round }) => round)).toEqual([0, 1, 2]);
});

it('finds the bout at a position', () => {
  const at = (positionMs: number) => boutAt([first, second], positionMs)?.match_live_id ?? null;
  expect([at(0), at(19 * MINUTE_MS), at(20 * MINUTE_MS)]).toEqual(['1', '1', '2']);
  expect(boutAt([second], 0)).toBeNull();
});

it('plans the end of the seek bar for all rounds of the last bout, whatever its length was', () => {
  const planned = endMs([first, second], 0);
  expect(planned).toBe((22 + 5 * 3 + 4 * 2 + 5) * MINUTE_MS);
  expect(endMs([first, second], 30 * MINUTE_MS)).toBe(planned);
  expect(endMs([first, second], 50 * MINUTE_MS)).toBe(51 * MINUTE_MS);
});

it('plans all rounds and walk-outs of bouts whose places are hidden', () => {
  const hidden = bout('2', { bell_ms: null });
  expect(chaptersOf(hidden)).toEqual([]);
  expect(boutAt([first, hidden], 99 * MINUTE_MS)).toBe(first);
  expect(endMs([first, hidden], 0)).toBe((1 + 13 + 6 + 23 + 5) * MINUTE_MS);
  expect(endMs([hidden], 0)).toBe((23 + 5) * MINUTE_MS);
});

it('fits the seek bar to a recording of excerpts, and never to one of whole bouts', () => {
  const evening = [first, second, ...Array.from({ length: 6 }, () => bout('2', { bell_ms: null }))];
  const planned = endMs(evening, 0);
  expect(planned).toBeGreaterThan(3 * 60 * MINUTE_MS);
  expect(endMs(evening, 0, 144_000)).toBe(3 * MINUTE_MS);
  expect(endMs(evening, 150_000, 144_000)).toBe(3.5 * MINUTE_MS);
  // The shortest evening of eight bouts takes longer than a minute for each.
  for (const minutes of [8, 60, 120, 200]) {
    expect(endMs(evening, 0, minutes * MINUTE_MS)).toBe(planned);
  }
});

it('reads the id of a bout from the URL, and nothing else', () => {
  const id = '0197a5c0-0000-7000-8000-000000000001';
  expect(requestedBout(new URLSearchParams({ bout: id }))).toBe(id);
  expect(requestedBout(new URLSearchParams({ bout: 'x' }))).toBeUndefined();
});

it('begins where the URL asks', () => {
  const replay = { bouts: [first, second] } as unknown as Replay;
  const start = (search: string) => requestedStartMs(new URLSearchParams(search), replay);
  expect(start('bout=match-2')).toBe(20 * MINUTE_MS);
  expect(start('t=90')).toBe(90_000);
  expect([start(''), start('t=x'), start('t=-1'), start('bout=other')]).toEqual([
    null,
    null,
    null,
    null,
  ]);
});
