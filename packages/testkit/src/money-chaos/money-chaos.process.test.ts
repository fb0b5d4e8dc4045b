import { randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import { runChaos } from './run-chaos.ts';

/** Each action sends several requests: an order, its repetition, its payment, a slip, decisions at the provider. */
const ACTIONS = 250;
const CALLS_MIN = 500;
/** Settling everything takes up to two minutes, because the leases of killed nodes last a minute. */
const CHAOS_MS_MAX = 600_000;

test(
  'keeps every coin and every satang while API and database are killed during all kinds of money movements',
  async () => {
    const seed = randomInt(2 ** 31);
    const report = await runChaos({ seed, fans: 16, walkers: 8, actions: ACTIONS, kills: 2 });
    // The message names the seed, so that a failed run can be repeated.
    expect({ seed, faults: report.faults }).toEqual({ seed, faults: [] });
    expect(report.missedBugs).toEqual([]);
    expect(report.outcomes.acknowledged).toBeGreaterThan(0);
    expect(report.kills.api + report.kills.database).toBeGreaterThan(0);
    expect(report.counts.actions).toBe(ACTIONS);
    expect(report.calls).toBeGreaterThan(CALLS_MIN);
  },
  CHAOS_MS_MAX,
);
