import { TelemetryBatch } from '@sangwian/contract/endpoints/telemetry';
import { describe, expect, it } from 'vitest';
import { createStore } from '../../shared/store.ts';
import { PlaybackSession, type PlaybackTimes } from './playback-session.ts';

type Status = { readonly name: string; readonly code?: string };

/** A session whose player is set by the test. */
function setUp({
  isSampled = true,
  clickedMs = 0,
  ...times
}: Partial<PlaybackTimes> & {
  readonly isSampled?: boolean;
  readonly clickedMs?: number;
} = {}) {
  const snapshot = createStore({
    status: { name: 'loading' } as Status,
    ...{ paused: false, started: false, height: 720, realtime: 'none' },
  });
  const progress = createStore({ stalls: 0, atLive: true, latencyS: 2.5 as number | null });
  let nowMs = 1_000;
  const session = new PlaybackSession(
    { snapshot, progress },
    null,
    { beganMs: 1_000, framedMs: null, ...times },
    { isSampled, nowMs, clickedMs },
  );
  return {
    /** Lets time pass in a status. */
    pass(ms: number, name: string, changes: { paused?: boolean; stalls?: number } = {}) {
      const { stalls = progress.get().stalls, ...rest } = changes;
      snapshot.set({ ...snapshot.get(), ...rest, status: { name } });
      if (name === 'playing') snapshot.set({ ...snapshot.get(), started: true });
      progress.set({ ...progress.get(), stalls });
      for (let left = ms; left > 0; left -= 500) {
        nowMs += Math.min(500, left);
        session.tick(nowMs);
      }
    },
    refuse(code: string) {
      snapshot.set({ ...snapshot.get(), status: { name: 'refused', code } });
    },
    read: (isOver = false) => session.read(nowMs, isOver),
  };
}

describe('a session of a player', () => {
  it('reports the join time from the click, and what it watched', () => {
    const session = setUp({ clickedMs: 400 });
    session.pass(1_500, 'loading');
    session.pass(10_000, 'playing');
    const window = session.read();
    expect(window).toMatchObject({
      ...{ join_ms: 2_600, watched_ms: 10_000, stalls: 0, stall_ms: 0, latency_ms: 2_500 },
      ...{ transport: 'hls', height: 720, outcome: null, failure: null },
    });
    session.pass(500, 'playing');
    expect(session.read()).toMatchObject({ join_ms: null, watched_ms: 500 });
    const body = { page: 'live', build: 'b', batch_id: crypto.randomUUID(), faults: [] };
    const playback = [{ ...window, age_ms: 0 }];
    expect(TelemetryBatch.safeParse({ ...body, playback }).success).toBe(true);
  });

  it('reports stalls even if it is not sampled, and nothing else', () => {
    const session = setUp({ isSampled: false, framedMs: 1_000 });
    session.pass(10_000, 'playing');
    expect(session.read()).toBeNull();
    session.pass(3_000, 'playing');
    session.pass(4_000, 'buffering', { stalls: 1 });
    expect(session.read()).toMatchObject({
      ...{ watched_ms: 2_400, stalls: 1, stall_ms: 4_600, first_stall: true, join_ms: null },
    });
    session.pass(2_000, 'interrupted', { stalls: 2 });
    expect(session.read()).toMatchObject({ stalls: 1, first_stall: false });
  });

  it('counts neither a pause nor a sleeping device as watched or stalled', () => {
    const session = setUp({ framedMs: 1_000 });
    session.pass(5_000, 'playing', { paused: true });
    session.pass(5_000, 'buffering', { paused: true });
    expect(session.read()).toMatchObject({ watched_ms: 0, stall_ms: 0 });
  });

  it('never started if the viewer leaves after waiting for the first frame', () => {
    const session = setUp({ isSampled: false });
    session.pass(6_000, 'interrupted');
    expect(session.read(true)).toMatchObject({ outcome: 'never_started', failure: 'interrupted' });
    const hasty = setUp();
    hasty.pass(1_000, 'loading');
    expect(hasty.read(true)).toBeNull();
  });

  it('reports a refusal once, and not one that is expected', () => {
    const session = setUp({ isSampled: false });
    session.refuse('some_new_code');
    expect(session.read()).toMatchObject({ outcome: 'failed', failure: 'refused' });
    expect(session.read()).toBeNull();
    const locked = setUp({ isSampled: false });
    locked.refuse('live_locked');
    expect(locked.read(true)).toBeNull();
  });
});
