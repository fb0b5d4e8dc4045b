import { expect, it } from 'vitest';
import { parsePositions, withPosition } from './saved-positions.ts';

const none = { member_id: 'm', positions: [] };

it('keeps the latest replay first, once', () => {
  const one = withPosition(none, 'a', 60.7);
  const two = withPosition(one, 'b', 90);
  expect(withPosition(two, 'a', 120).positions).toEqual([
    ['a', 120],
    ['b', 90],
  ]);
});

it('forgets a replay that was left at its beginning or watched to its end', () => {
  expect(withPosition(withPosition(none, 'a', 60), 'a', 0).positions).toEqual([]);
});

it('reads nothing of another member, and nothing malformed', () => {
  const text = JSON.stringify({ member_id: 'm', positions: [['a', 60], ['b', 'x'], null] });
  expect(parsePositions(text, 'm').positions).toEqual([['a', 60]]);
  expect(parsePositions(text, 'other').positions).toEqual([]);
  expect(parsePositions('{', 'm').positions).toEqual([]);
});

it('remembers a bounded number of replays', () => {
  let saved: ReturnType<typeof withPosition> = none;
  for (let index = 0; index < 60; index += 1) saved = withPosition(saved, `live-${index}`, 60);
  expect(saved.positions).toHaveLength(50);
  expect(saved.positions[0]?.[0]).toBe('live-59');
});
