import { describe, expect, it } from 'vitest';
import { roundAt } from './bout-clock.ts';

const began = new Date('2026-11-21T12:00:00Z');
const at = (minutes: number) => roundAt(began, 5, new Date(began.getTime() + minutes * 60_000));

describe('the clock of a bout', () => {
  it('has rounds of three minutes and rests of two', () => {
    expect(at(0)).toEqual({ number: 1, startedAt: began, resting: false });
    expect(at(3)).toEqual({
      number: 1,
      startedAt: new Date('2026-11-21T12:03:00Z'),
      resting: true,
    });
    expect(at(10.75)).toEqual({
      number: 3,
      startedAt: new Date('2026-11-21T12:10:00Z'),
      resting: false,
    });
    expect(at(24.9)).toMatchObject({ number: 5, resting: true });
  });

  it('begins again after the last, however long it has gone on', () => {
    expect(at(25)).toEqual({
      number: 1,
      startedAt: new Date('2026-11-21T12:25:00Z'),
      resting: false,
    });
    expect(at(25 * 40 + 5)).toMatchObject({ number: 2, resting: false });
  });
});
