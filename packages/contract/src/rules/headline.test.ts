import { describe, expect, it } from 'vitest';
import { type HeadlineBout, headlineOf, nextBout } from './headline.ts';

const bout = (order: number, more: Partial<HeadlineBout> = {}): HeadlineBout => ({
  order,
  main_event: order === 3,
  status: 'not_started',
  ended_at: null,
  result_at: null,
  ...more,
});
const ended = (order: number, at: string): HeadlineBout =>
  bout(order, { status: 'ended', ended_at: at });
const T1 = '2026-11-21T12:00:00.000Z';
const T2 = '2026-11-21T12:30:00.000Z';

describe('the headline of a live', () => {
  it('is the bout in the ring', () => {
    const card = [ended(1, T1), bout(2, { status: 'in_progress' }), bout(3)];
    expect(headlineOf('in_progress', card)?.order).toBe(2);
  });

  it('is the bout that ended last until the next bell, not the main event', () => {
    expect(headlineOf('in_progress', [ended(1, T1), ended(2, T2), bout(3), bout(4)])?.order).toBe(
      2,
    );
    // After the main event other bouts may follow.
    expect(headlineOf('in_progress', [ended(3, T1), ended(4, T2)])?.order).toBe(4);
    const undated = [bout(1, { status: 'ended', result_at: T2 }), ended(2, T1), bout(3)];
    expect(headlineOf('in_progress', undated)?.order).toBe(1);
  });

  it('is the first bout while a live waits for its first bell', () => {
    expect(headlineOf('in_progress', [bout(2), bout(1), bout(3)])?.order).toBe(1);
  });

  it('is the main event before and after the evening', () => {
    expect(headlineOf('not_started', [bout(1), bout(2), bout(3), bout(4)])?.order).toBe(3);
    expect(headlineOf('ended', [ended(1, T1), ended(3, T1), ended(4, T2)])?.order).toBe(3);
    expect(headlineOf('not_started', [bout(1), bout(2)])?.order).toBe(2);
    expect(headlineOf('ended', [])).toBe(null);
  });
});

describe('the next bout', () => {
  it('is the first one on the card that has not started', () => {
    expect(nextBout([ended(1, T1), bout(3), bout(2)])?.order).toBe(2);
    expect(nextBout([ended(1, T1), bout(2, { status: 'in_progress' })])).toBe(null);
  });
});
