import { randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import { runChaos } from './run-chaos.ts';

const ACTIONS = 1_000;
const CALLS_MIN = 2_000;
/** The run takes about a minute on a quiet machine. */
const CHAOS_MS_MAX = 240_000;

test(
  'keeps every coin and every satang in a long run with five kills of API and database',
  async () => {
    const seed = randomInt(2 ** 31);
    const report = await runChaos({ seed, fans: 16, walkers: 8, actions: ACTIONS, kills: 5 });
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
