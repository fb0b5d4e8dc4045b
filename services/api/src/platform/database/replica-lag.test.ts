import { expect, test } from 'vitest';
import { type Probe, ReplicaLag } from './replica-lag.ts';

const at = (
  s: number,
  written: number,
  replayed: number,
  replayAgeS: number | null = 0,
): Probe => ({
  nowMs: s * 1_000,
  written: BigInt(written),
  replayed: BigInt(replayed),
  replayAgeMs: replayAgeS === null ? null : replayAgeS * 1_000,
});

test('a replica that has replayed everything has no lag, even long after the last write', () => {
  const lag = new ReplicaLag(30_000);
  expect(lag.measure(at(0, 100, 100, 3_600))).toBe(0);
  expect(lag.measure(at(60, 100, 100, 3_660))).toBe(0);
});

test('the lag of a stopped replica counts from the first write that the replica lacks', () => {
  const lag = new ReplicaLag(30_000);
  lag.measure(at(0, 100, 100));
  lag.measure(at(2, 200, 200));
  expect(lag.measure(at(4, 300, 200))).toBe(0);
  expect(lag.measure(at(9, 400, 200))).toBe(5_000);
  expect(lag.measure(at(11, 500, 350))).toBe(2_000);
  expect(lag.measure(at(13, 500, 500))).toBe(0);
});

test('the first probe detects a replica that is an hour behind', () => {
  expect(new ReplicaLag(30_000).measure(at(0, 900, 100, 3_600))).toBe(3_600_000);
});

test('a lag that exceeds the stored history stays above the limit', () => {
  const lag = new ReplicaLag(30_000);
  for (let s = 0; s <= 300; s += 2) lag.measure(at(s, 100 + s, 100, null));
  expect(lag.measure(at(302, 402, 100, null))).toBeGreaterThan(30_000);
});
