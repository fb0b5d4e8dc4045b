import type { Live, Match } from '@sangwian/contract/endpoints/live';
import { describe, expect, it } from 'vitest';
import { LiveHistory, liveAsOf } from './live-as-of.ts';

const START = Date.parse('2026-11-21T12:00:00Z');
const at = (minute: number): number => START + minute * 60_000;
const NOW = at(120);
const iso = (minute: number): string => new Date(at(minute)).toISOString();

const match = (order: number, more: Partial<Match>): Match =>
  ({
    match_live_id: `m${order}`,
    order,
    status: 'not_started',
    round: null,
    clock_stopped_at: null,
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

/** The first bout ended at minute 20 and its result was recorded at minute 21. The second began at minute 30. */
const evening = live([
  match(1, { status: 'ended', result: won, result_at: iso(21), ended_at: iso(20) }),
  match(2, { status: 'in_progress', round: round(1, 30) }),
  match(3, {}),
]);

describe('a live as of the moment that the video shows', () => {
  it('is complete at the live edge', () => {
    expect(liveAsOf(evening, at(31))).toBe(evening);
  });

  it('hides a result until the moment at which it was recorded', () => {
    const seen = liveAsOf(evening, at(20.5));
    expect(seen.matches[0]).toMatchObject({
      status: 'ended',
      result: null,
      red: { wins: 12, losses: 1 },
      blue: { wins: 4, losses: 9, draws: 1 },
    });
    expect(liveAsOf(evening, at(21)).matches[0]?.result).toEqual(won);
  });

  it('shows the bout of that moment as running and the next one as not started', () => {
    const seen = liveAsOf(evening, at(12));
    expect(seen.matches.map(({ status }) => status)).toEqual([
      'in_progress',
      'not_started',
      'not_started',
    ]);
    expect(seen.current_match_live_id).toBe('m1');
    expect(seen.headline).toMatchObject({ match_live_id: 'm1', result: null });
  });

  it('is still in progress for a delayed viewer after the live has ended', () => {
    const over: Live = { ...evening, status: 'ended', ended_at: iso(40) };
    expect(liveAsOf(over, at(39)).status).toBe('in_progress');
    expect(liveAsOf(over, at(40)).status).toBe('ended');
    const history = new LiveHistory();
    history.remember({ ...evening, status: 'in_progress' }, NOW);
    history.remember(over, NOW);
    expect(history.asOf(over, at(39)).status).toBe('in_progress');
    expect(history.asOf(over, Number.POSITIVE_INFINITY)).toBe(over);
  });

  it('has no current bout between two bouts', () => {
    expect(liveAsOf(evening, at(25)).current_match_live_id).toBe(null);
  });

  it('shows an earlier round whose state was remembered', () => {
    const history = new LiveHistory();
    const states = [1, 2, 3].map((number) =>
      live([match(1, { status: 'in_progress', round: round(number, number * 5) })]),
    );
    for (const one of states) history.remember(one, NOW);
    const [, , now = evening] = states;
    expect(history.asOf(now, at(11)).matches[0]?.round?.number).toBe(2);
    expect(history.asOf(now, at(6)).matches[0]?.round?.number).toBe(1);
    expect(history.asOf(now, at(99))).toBe(now);
    // A round before the first remembered state is unknown.
    const late = new LiveHistory();
    late.remember(now, NOW);
    expect(late.asOf(now, at(11)).matches[0]).toMatchObject({ status: 'in_progress', round: null });
    const versions = [6, 11, 99].map((minute) => history.versionAt(now, at(minute)));
    expect(new Set(versions).size).toBe(3);
  });

  it('keeps its version at the live edge when another state is remembered', () => {
    const history = new LiveHistory();
    const before = history.versionAt(evening, at(31));
    history.remember(evening, NOW);
    expect(history.versionAt(evening, at(31))).toBe(before);
    expect(history.versionAt(evening, Number.POSITIVE_INFINITY)).toBe(before);
  });

  it('resumes a bout when the video reaches the withdrawal of its result', () => {
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
    for (const one of [running, decided, restored]) history.remember(one, NOW);
    expect(history.asOf(restored, at(11)).matches[0]).toMatchObject({ status: 'in_progress' });
    expect(history.asOf(restored, at(12.5)).matches[0]).toMatchObject({
      result: won,
      ruling: recorded,
    });
    expect(history.asOf(restored, at(13))).toBe(restored);
    // Without a remembered state the later ruling stays hidden.
    expect(liveAsOf(restored, at(12.5)).matches[0]).toMatchObject({ ruling: null });
  });

  it('stops and restarts the round clock when the video reaches these times', () => {
    const history = new LiveHistory();
    const running = (minute: number) =>
      live([match(1, { status: 'in_progress', round: round(1, minute), clock_stopped_at: null })]);
    const stopped = live([
      match(1, { status: 'in_progress', round: round(1, 10), clock_stopped_at: iso(11) }),
    ]);
    // The clock was stopped from minute 11 to 15, so the server moved the start of the round from minute 10 to 14.
    const restarted = running(14);
    for (const one of [running(10), stopped, restarted]) history.remember(one, NOW);
    for (const minute of [11, 14.5]) {
      expect(history.asOf(restarted, at(minute)).matches[0]).toMatchObject({
        round: round(1, 10),
        clock_stopped_at: iso(11),
      });
    }
    expect(history.asOf(restarted, at(15))).toBe(restarted);
    expect(history.versionAt(restarted, at(14.5))).not.toBe(history.versionAt(restarted, at(15)));
  });

  it('drops a result that was withdrawn', () => {
    const history = new LiveHistory();
    history.remember(evening, NOW);
    const withdrawn = live([match(1, { status: 'ended', ended_at: iso(20) })]);
    history.remember(withdrawn, NOW);
    expect(history.asOf(withdrawn, at(31))).toBe(withdrawn);
  });
});

describe('a result that was shown', () => {
  const historyAt = (pictureMs: number): LiveHistory => {
    const history = new LiveHistory();
    history.remember(evening, NOW);
    history.reach(pictureMs, NOW);
    return history;
  };
  const resultAt = (history: LiveHistory, pictureMs: number) =>
    history.asOf(evening, pictureMs).matches[0]?.result;

  it('stays visible if the video falls back a little, so that the result does not flicker', () => {
    const history = historyAt(at(21));
    expect(resultAt(history, at(20.5))).toEqual(won);
    expect(history.versionAt(evening, at(20.5))).toBe(history.versionAt(evening, at(21)));
  });

  it('is hidden before the video has reached it, and after the viewer has rewound to before it', () => {
    expect(resultAt(historyAt(at(20.5)), at(20.5))).toBeNull();
    expect(resultAt(historyAt(at(31)), at(15))).toBeNull();
  });

  it('counts as shown on a page without a video', () => {
    const history = historyAt(Number.POSITIVE_INFINITY);
    expect(resultAt(history, at(20.5))).toEqual(won);
  });
});
