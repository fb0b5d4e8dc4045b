import type { Live, Match } from '@sangwian/contract/endpoints/live';
import { describe, expect, it } from 'vitest';
import { LiveHistory, liveAsOf } from './live-as-of.ts';

const START = Date.parse('2026-11-21T12:00:00Z');
const at = (minute: number): number => START + minute * 60_000;
const iso = (minute: number): string => new Date(at(minute)).toISOString();

const match = (order: number, more: Partial<Match>): Match =>
  ({
    match_live_id: `m${order}`,
    order,
    status: 'not_started',
    round: null,
    result: null,
    result_at: null,
    ended_at: null,
    revision: 1,
    ruling: null,
    red: { wins: 13, losses: 1, draws: 0 },
    blue: { wins: 4, losses: 10, draws: 1 },
    ...more,
  }) as Match;
const won = { winner: 'red', method: 'decision', round: null } as const;
const round = (number: number, minute: number) => ({
  number,
  started_at: iso(minute),
  resting: false,
});
const live = (matches: Match[]): Live =>
  ({
    status: 'in_progress',
    matches,
    headline: matches[0] ?? null,
    current_match_live_id:
      matches.find(({ status }) => status === 'in_progress')?.match_live_id ?? null,
  }) as Live;

/** The first bout ended at 20, was decided at 21; the second began at 30. */
const evening = live([
  match(1, { status: 'ended', result: won, result_at: iso(21), ended_at: iso(20) }),
  match(2, { status: 'in_progress', round: round(1, 30) }),
  match(3, {}),
]);

describe('a live at the moment of the picture', () => {
  it('tells everything to who is at live', () => {
    expect(liveAsOf(evening, at(31))).toBe(evening);
  });

  it('keeps a result back until the moment it was recorded', () => {
    const seen = liveAsOf(evening, at(20.5));
    expect(seen.matches[0]).toMatchObject({
      status: 'ended',
      result: null,
      red: { wins: 12, losses: 1 },
      blue: { wins: 4, losses: 9, draws: 1 },
    });
    expect(liveAsOf(evening, at(21)).matches[0]?.result).toEqual(won);
  });

  it('has the bout still on that was on then, and the next one not begun', () => {
    const seen = liveAsOf(evening, at(12));
    expect(seen.matches.map(({ status }) => status)).toEqual([
      'in_progress',
      'not_started',
      'not_started',
    ]);
    expect(seen.current_match_live_id).toBe('m1');
    expect(seen.headline).toMatchObject({ match_live_id: 'm1', result: null });
  });

  it('goes on for who is behind when the evening is over', () => {
    const over: Live = { ...evening, status: 'ended', ended_at: iso(40) };
    expect(liveAsOf(over, at(39)).status).toBe('in_progress');
    expect(liveAsOf(over, at(40)).status).toBe('ended');
    const history = new LiveHistory();
    history.remember({ ...evening, status: 'in_progress' });
    history.remember(over);
    expect(history.asOf(over, at(39)).status).toBe('in_progress');
    expect(history.asOf(over, Number.POSITIVE_INFINITY)).toBe(over);
  });

  it('between two bouts has none on', () => {
    expect(liveAsOf(evening, at(25)).current_match_live_id).toBe(null);
  });

  it('knows the rounds that were told while it was watched', () => {
    const history = new LiveHistory();
    const told = [1, 2, 3].map((number) =>
      live([match(1, { status: 'in_progress', round: round(number, number * 5) })]),
    );
    for (const one of told) history.remember(one);
    const [, , now = evening] = told;
    expect(history.asOf(now, at(11)).matches[0]?.round?.number).toBe(2);
    expect(history.asOf(now, at(6)).matches[0]?.round?.number).toBe(1);
    expect(history.asOf(now, at(99))).toBe(now);
    // Before anything that is remembered it is not known which round it was.
    const late = new LiveHistory();
    late.remember(now);
    expect(late.asOf(now, at(11)).matches[0]).toMatchObject({ status: 'in_progress', round: null });
    const steps = [6, 11, 99].map((minute) => history.stepAt(now, at(minute)));
    expect(new Set(steps).size).toBe(3);
  });

  it('is drawn no more often for what is remembered while the picture is at live', () => {
    const history = new LiveHistory();
    const before = history.stepAt(evening, at(31));
    history.remember(evening);
    expect(history.stepAt(evening, at(31))).toBe(before);
    expect(history.stepAt(evening, Number.POSITIVE_INFINITY)).toBe(before);
  });

  it('goes on with a bout whose result was withdrawn when the picture reaches the withdrawal', () => {
    const history = new LiveHistory();
    const running = live([match(1, { status: 'in_progress', round: round(3, 10) })]);
    const recorded = { sequence: 1, state: 'recorded', at: iso(12) } as const;
    const decided = live([
      match(1, {
        status: 'ended',
        result: won,
        result_at: iso(12),
        ended_at: iso(12),
        ruling: recorded,
      }),
    ]);
    const withdrawn = { sequence: 2, state: 'withdrawn', at: iso(13) } as const;
    const restored = live([
      match(1, { status: 'in_progress', round: round(3, 10), ruling: withdrawn }),
    ]);
    for (const one of [running, decided, restored]) history.remember(one);
    expect(history.asOf(restored, at(11)).matches[0]).toMatchObject({ status: 'in_progress' });
    expect(history.asOf(restored, at(12.5)).matches[0]).toMatchObject({
      result: won,
      ruling: recorded,
    });
    expect(history.asOf(restored, at(13))).toBe(restored);
    // Without a memory the ruling of later is not told.
    expect(liveAsOf(restored, at(12.5)).matches[0]).toMatchObject({ ruling: null });
  });

  it('takes back what was withdrawn', () => {
    const history = new LiveHistory();
    history.remember(evening);
    const withdrawn = live([match(1, { status: 'ended', ended_at: iso(20) })]);
    history.remember(withdrawn);
    expect(history.asOf(withdrawn, at(31))).toBe(withdrawn);
  });
});
