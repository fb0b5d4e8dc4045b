import { stripVTControlCharacters } from 'node:util';

const MESSAGE_LENGTH_MAX = 160;

/** Counts of a stage, and its tests that need attention, one line each for the end of the log. */
export interface Outcome {
  readonly passed: number;
  readonly failed: number;
  readonly failures: readonly string[];
  /** Tests that failed first and passed when they were run once more; they count as passed. */
  readonly retried: readonly string[];
}

export const countAsOne = (ok: boolean): Outcome => ({
  passed: ok ? 1 : 0,
  failed: ok ? 0 : 1,
  failures: [],
  retried: [],
});

/** Counts a runner that fails without a failing test (crash, no test found) as a failure. */
export const settle = (ok: boolean, outcome: Outcome): Outcome =>
  ok || outcome.failed > 0 ? outcome : { ...outcome, failed: 1 };

export const firstLine = (text = ''): string =>
  stripVTControlCharacters(text).split('\n')[0]?.slice(0, MESSAGE_LENGTH_MAX) ?? '';
