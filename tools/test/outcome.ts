import { stripVTControlCharacters } from 'node:util';

const MESSAGE_LENGTH_MAX = 160;

/** The test counts of a stage, and one line per test that needs attention, printed at the end of the log. */
export interface Outcome {
  readonly passed: number;
  readonly failed: number;
  readonly failures: readonly string[];
  /** Tests that failed first and passed in a second run. They count as passed. */
  readonly retried: readonly string[];
}

export const countAsOne = (ok: boolean): Outcome => ({
  passed: ok ? 1 : 0,
  failed: ok ? 0 : 1,
  failures: [],
  retried: [],
});

/** Counts a test runner that fails without a failing test (crash, no test found) as one failure. */
export const settle = (ok: boolean, outcome: Outcome): Outcome =>
  ok || outcome.failed > 0 ? outcome : { ...outcome, failed: 1 };

export const firstLine = (text = ''): string =>
  stripVTControlCharacters(text).split('\n')[0]?.slice(0, MESSAGE_LENGTH_MAX) ?? '';
