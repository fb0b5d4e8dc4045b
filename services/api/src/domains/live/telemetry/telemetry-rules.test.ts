import { describe, expect, it } from 'vitest';
import { createLoadShedder } from './load-shedder.ts';
import { RecentIds } from './recent-ids.ts';
import { TelemetryAggregate } from './telemetry-aggregate.ts';
import {
  bucketOf,
  isOngoing,
  quantileOf,
  reportedHeight,
  signalOf,
  stoppedSpans,
} from './telemetry-rules.ts';
import { playbackWindow } from './testing/playback-window.ts';

const LIVE = '019aa3c0-7b1e-7c55-8f1d-3f9a2f6f0c01';
const MINUTE = 60_000;

describe('quantiles', () => {
  it('interpolates within the bucket that contains the quantile', () => {
    const counts = [0, 10, 10, 0];
    expect(quantileOf(counts, [100, 200, 300], 0.5)).toBe(200);
    expect(quantileOf(counts, [100, 200, 300], 0.75)).toBe(250);
    expect(quantileOf([0, 0, 0, 5], [100, 200, 300], 0.95)).toBe(300);
    expect(quantileOf([0, 0, 0, 0], [100, 200, 300], 0.5)).toBeNull();
  });

  it('puts a value that equals a limit into the bucket below the limit', () => {
    expect([100, 101, 301].map((value) => bucketOf(value, [100, 200, 300]))).toEqual([0, 1, 3]);
  });
});

describe('the sums of reports', () => {
  it('count trouble once, and what went well as often as one of the sample stands for', () => {
    const sums = new TelemetryAggregate(10);
    sums.addWindow(LIVE, 0, playbackWindow({ join_ms: 800 }));
    sums.addWindow(
      LIVE,
      0,
      playbackWindow({ watched_ms: 20_000, stalls: 2, stall_ms: 10_000, first_stall: true }),
    );
    sums.addWindow(
      LIVE,
      0,
      playbackWindow({ watched_ms: 0, outcome: 'failed', failure: 'refused', latency_ms: null }),
    );
    const { minutes, failures } = sums.take();
    expect(minutes).toMatchObject([
      { joined: 10, watched_ms: 320_000, stalls: 2, stall_ms: 10_000, stalled: 1 },
    ]);
    expect(minutes[0]?.join_counts.reduce((sum, count) => sum + count, 0)).toBe(10);
    expect(minutes[0]?.latency_counts.reduce((sum, count) => sum + count, 0)).toBe(11);
    expect(failures).toMatchObject([{ outcome: 'failed', code: 'refused', sessions: 1 }]);
    expect(sums.isEmpty).toBe(true);
  });

  it('are bounded: the number of rows, and the places of errors in one hour', () => {
    const sums = new TelemetryAggregate(1);
    for (let index = 0; index < 6_000; index += 1) {
      sums.addWindow(LIVE, index * MINUTE, playbackWindow());
    }
    for (let index = 1; index <= 300; index += 1) {
      sums.addFault(0, 'home', 'entry-a', { class: 'Error', at: `a-b.js:1:${index}`, count: 1 });
    }
    const { minutes, faults } = sums.take();
    expect(minutes).toHaveLength(5_000);
    expect(faults).toHaveLength(201);
    expect(faults.at(-1)).toMatchObject({ build: 'other', place: 'other', faults: 100 });
  });

  it('count a rendition with an unusual height as the next lower one', () => {
    expect([0, 239, 719, 720, 4_000].map(reportedHeight)).toEqual([0, 0, 540, 720, 2_160]);
  });
});

describe('the signal of a stopped picture', () => {
  const minute = (at: number, stopped: number, playing = 0) => ({
    ...{ atMs: at * MINUTE, stopped, playing },
  });

  it('needs a stall of ten seconds', () => {
    expect(signalOf(playbackWindow({ stall_ms: 9_999 }))).toBe('playing');
    expect(signalOf(playbackWindow({ stall_ms: 10_000 }))).toBe('stopped');
    expect(signalOf(playbackWindow({ watched_ms: 0 }))).toBeNull();
  });

  it('joins minutes to a period across one missing minute', () => {
    const found = stoppedSpans([minute(3, 9), minute(1, 6), minute(8, 7), minute(20, 4)]);
    expect(found).toEqual([
      { fromMs: MINUTE, toMs: 4 * MINUTE, sessions: 9 },
      { fromMs: 8 * MINUTE, toMs: 9 * MINUTE, sessions: 7 },
    ]);
    expect(isOngoing(found[1] as (typeof found)[0], 10 * MINUTE)).toBe(true);
    expect(isOngoing(found[1] as (typeof found)[0], 12 * MINUTE)).toBe(false);
  });

  it('needs five sessions and a tenth of the sessions', () => {
    expect(stoppedSpans([minute(1, 4)])).toEqual([]);
    expect(stoppedSpans([minute(1, 10, 91)])).toEqual([]);
    expect(stoppedSpans([minute(1, 10, 90)])).toHaveLength(1);
  });
});

it('remembers the ids of reports for a while, and only so many', () => {
  const ids = new RecentIds(1_000, 2);
  expect([ids.add('a', 0), ids.add('a', 10), ids.add('a', 1_000)]).toEqual([true, false, true]);
  expect([ids.add('b', 1_000), ids.add('c', 1_000), ids.add('a', 1_001)]).toEqual([
    true,
    true,
    true,
  ]);
});

it('sheds reports once the event loop was busy in two measurements', () => {
  let [nowMs, utilization] = [0, 0.2];
  const isBusy = createLoadShedder(
    0.9,
    () => nowMs,
    () => ({ utilization, idle: 0, active: 0 }),
  );
  expect(isBusy()).toBe(false);
  [nowMs, utilization] = [2_000, 0.95];
  expect(isBusy()).toBe(false);
  nowMs = 3_999;
  expect(isBusy()).toBe(false);
  nowMs = 4_000;
  expect([isBusy(), isBusy()]).toEqual([true, true]);
  [nowMs, utilization] = [6_000, 0.3];
  expect(isBusy()).toBe(false);
});
