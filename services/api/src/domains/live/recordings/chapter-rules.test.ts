import { expect, it } from 'vitest';
import { type LoggedAct, readBoutTimes, walkOutAt } from './chapter-rules.ts';

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 21, 12) + seconds * 1_000);
const act = (seconds: number, action: string, details = {}, matchLiveId = 'a'): LoggedAct => ({
  ...{ matchLiveId, action, details },
  at: at(seconds),
});

it('returns the bell, the rounds and the end of each bout that began', () => {
  const times = readBoutTimes([
    act(0, 'gifts', { on: true }, 'b'),
    act(10, 'start'),
    act(190, 'rest'),
    act(310, 'round', { number: 2 }),
    act(400, 'end'),
    act(420, 'result', { winner: 'red' }),
    act(600, 'start', {}, 'b'),
    act(605, 'cancel', {}, 'never begun'),
  ]);
  expect(times).toEqual([
    {
      matchLiveId: 'a',
      bellAt: at(10),
      rounds: [
        { number: 1, at: at(10) },
        { number: 2, at: at(310) },
      ],
      endedAt: at(400),
    },
    { matchLiveId: 'b', bellAt: at(600), rounds: [{ number: 1, at: at(600) }], endedAt: null },
  ]);
});

it('ignores acts that the operator took back', () => {
  const [bout] = readBoutTimes([
    act(10, 'start'),
    act(100, 'round', { number: 2 }),
    act(104, 'undo'),
    act(190, 'rest'),
    act(310, 'round', { number: 2 }),
    act(330, 'end'),
    act(335, 'undo'),
    act(500, 'result', { winner: 'red' }),
    act(520, 'withdraw'),
    act(700, 'result', { winner: 'blue' }),
  ]);
  expect(bout?.rounds).toEqual([
    { number: 1, at: at(10) },
    { number: 2, at: at(310) },
  ]);
  expect(bout?.endedAt).toEqual(at(700));
});

it('starts the walk-outs after the previous bout, but not long before the bell', () => {
  const bout = (bell: number, end: number | null) => ({
    ...{ matchLiveId: 'a', bellAt: at(bell), rounds: [] },
    endedAt: end === null ? null : at(end),
  });
  expect(walkOutAt(bout(900, null), bout(10, 700), at(0))).toEqual(at(700));
  expect(walkOutAt(bout(2_000, null), bout(10, 700), at(0))).toEqual(at(1_640));
  expect(walkOutAt(bout(120, null), undefined, at(0))).toEqual(at(0));
  expect(walkOutAt(bout(705, null), bout(10, 700), at(0))).toBeNull();
});
