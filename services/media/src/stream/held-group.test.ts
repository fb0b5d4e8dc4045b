import { expect, test } from 'vitest';
import { frames, pictures } from '../testing/drawn-stream.ts';
import { HeldGroup, type HeldUnit } from './held-group.ts';

const TICKS_PER_MS = 90;

/** Fills a group with audio and 30 frames a second, like a live signal. @returns the end of the group */
function fill(group: HeldGroup, options: { ms: number; keyEveryMs: number; offsetMs?: number }) {
  const { ms, keyEveryMs, offsetMs = 0 } = options;
  const perGroup = (keyEveryMs * 30) / 1_000;
  const video = pictures({
    count: (ms * 30) / 1_000,
    frameRate: 30,
    keyAt: (index) => index % perGroup === 0,
    offsetMs,
  });
  const sound = frames(0, ms);
  for (const unit of video) {
    const atMs = unit.dts / TICKS_PER_MS;
    while ((sound[0]?.pts ?? Number.POSITIVE_INFINITY) <= unit.dts) {
      const next = sound.shift();
      if (next !== undefined) group.audio(next);
    }
    group.video(unit, atMs);
  }
  return (video.at(-1)?.dts ?? 0) / TICKS_PER_MS;
}

const picturesOf = (units: readonly HeldUnit[]) =>
  units.flatMap((held) => (held.kind === 'video' ? [held.unit] : []));
const soundOf = (units: readonly HeldUnit[]) =>
  units.flatMap((held) => (held.kind === 'audio' ? [held.unit] : []));

test('is ready once it has a key frame, and begins with the newest key frame', () => {
  const group = new HeldGroup();
  const [key, inter] = pictures({ count: 2, frameRate: 30, keyAt: (index) => index === 0 });
  if (key === undefined || inter === undefined) throw new Error('no pictures');
  group.video(inter, 0);
  expect(group.isReady).toBe(false);
  group.video(key, 0);
  expect(group.isReady).toBe(true);
  const endMs = fill(group, { ms: 5_000, keyEveryMs: 2_000 });
  const replayed = picturesOf(group.replay(10_000, endMs));
  expect(replayed).toHaveLength(30);
  expect(replayed[0]).toMatchObject({ key: true, dts: 4_000 * TICKS_PER_MS });
});

test('replays a group that is shorter than the silence with its own times', () => {
  const group = new HeldGroup();
  const endMs = fill(group, { ms: 1_000, keyEveryMs: 1_000 });
  const units = group.replay(1_500, endMs + 20);
  const replayed = picturesOf(units);
  expect(replayed.map(({ dts }) => dts)).toEqual(
    pictures({ count: 30, frameRate: 30, keyAt: () => false }).map(({ dts }) => dts),
  );
  expect(replayed[0]?.heldMs).toBeCloseTo(endMs + 20);
  expect(replayed.at(-1)?.heldMs).toBeCloseTo(20);
  // The audio frame that begins with the key frame arrived before it.
  expect(soundOf(units)[0]?.pts).toBe(21 * TICKS_PER_MS);
});

test('compresses a longer group into the duration of the silence, in order and without earlier audio', () => {
  const group = new HeldGroup();
  const endMs = fill(group, { ms: 4_000, keyEveryMs: 4_000, offsetMs: 66 });
  const units = group.replay(1_000, endMs);
  const replayed = picturesOf(units);
  expect(replayed).toHaveLength(120);
  const times = replayed.map(({ dts }) => dts / TICKS_PER_MS);
  expect(times.at(-1)).toBe(endMs);
  expect(endMs - (times[0] ?? 0)).toBeCloseTo(1_000, 0);
  for (const [index, unit] of replayed.entries()) {
    expect(unit.dts).toBeGreaterThan(replayed[index - 1]?.dts ?? Number.NEGATIVE_INFINITY);
    expect(unit.pts).toBeGreaterThanOrEqual(unit.dts);
  }
  const sound = soundOf(units);
  expect(sound[0]?.pts).toBeGreaterThanOrEqual(replayed[0]?.dts ?? 0);
  expect(sound[0]?.pts).toBeLessThan((replayed[0]?.dts ?? 0) + 30 * TICKS_PER_MS);
});

test('keeps the compressed frames 5 ms apart', () => {
  const group = new HeldGroup();
  const endMs = fill(group, { ms: 2_000, keyEveryMs: 2_000 });
  const times = picturesOf(group.replay(0, endMs)).map(({ dts }) => dts / TICKS_PER_MS);
  expect(endMs - (times[0] ?? 0)).toBeCloseTo(60 * 5, 0);
});

test('drops a group whose clock jumped, or that is too large', () => {
  const group = new HeldGroup();
  const [key, inter] = pictures({ count: 2, frameRate: 30, keyAt: (index) => index === 0 });
  if (key === undefined || inter === undefined) throw new Error('no pictures');
  group.video(key, 0);
  group.video({ ...inter, dts: inter.dts + 11_000 * TICKS_PER_MS }, 33);
  expect(group.isReady).toBe(false);
  group.video({ ...key, data: Buffer.alloc(17 * 1024 * 1024) }, 66);
  expect(group.isReady).toBe(false);
});
