import { expect, it } from 'vitest';
import { continueFrom, parsePositions, withPosition } from './saved-positions.ts';

const saved = (...positions: [string, number, number][]) => ({ member_id: 'me', positions });
const at = (positionS: number, atMs = 9) => ({ positionS, atMs });

it('keeps one position for each replay, the latest first', () => {
  const first = withPosition(saved(['a', 100, 1], ['b', 200, 2]), 'b', at(250.7));
  expect(first.positions).toEqual([
    ['b', 250, 9],
    ['a', 100, 1],
  ]);
});

it('remembers fifty replays', () => {
  const many = saved(
    ...Array.from({ length: 50 }, (_, at): [string, number, number] => [`${at}`, 60, 1]),
  );
  const { positions } = withPosition(many, 'new', at(60));
  expect(positions).toHaveLength(50);
  expect(positions[0]?.[0]).toBe('new');
  expect(positions.some(([id]) => id === '49')).toBe(false);
});

it('reads malformed text, and that of another member, as nothing', () => {
  const stored = JSON.stringify(saved(['a', 100, 1]));
  expect(parsePositions(stored, 'me').positions).toEqual([['a', 100, 1]]);
  for (const text of [
    null,
    '',
    '{',
    '7',
    '{"member_id":"me"}',
    '{"member_id":"me","positions":[null]}',
  ])
    expect(parsePositions(text, 'me').positions).toEqual([]);
  expect(parsePositions(stored, 'other').positions).toEqual([]);
});

it('reads positions without a time, which earlier versions stored', () => {
  expect(parsePositions('{"member_id":"me","positions":[["a",100]]}', 'me').positions).toEqual([
    ['a', 100, 0],
  ]);
});

it('continues at the later of two positions, and asks nothing near the start', () => {
  const kept = (position_s: number, atMs: number) => ({
    position_s,
    watched_at: new Date(atMs).toISOString(),
  });
  expect(continueFrom(at(100, 5_000), kept(300, 6_000))).toBe(300);
  expect(continueFrom(at(100, 7_000), kept(300, 6_000))).toBe(100);
  expect(continueFrom(null, kept(300, 6_000))).toBe(300);
  expect(continueFrom(at(100, 5_000), null)).toBe(100);
  // The other device has watched it to the end.
  expect(continueFrom(at(100, 5_000), kept(0, 6_000))).toBeNull();
  expect(continueFrom(null, { position_s: 0, watched_at: null })).toBeNull();
  expect(continueFrom(at(19), null)).toBeNull();
});
