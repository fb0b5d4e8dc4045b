import type { Outcome } from './outcome.ts';

/** A test that needs attention. */
export interface TestNote {
  /** The same in each run. */
  readonly id: string;
  /** The file, with the line where the runner takes one. */
  readonly place: string;
  /** Only journeys have one. */
  readonly project?: string;
  /** File, title and first error, in one line. */
  readonly summary: string;
}

/** What one run of a test runner came to. */
export interface RunOutcome {
  readonly passed: number;
  readonly failed: readonly TestNote[];
  /** Failed first and passed when the runner repeated them at once. */
  readonly retried: readonly TestNote[];
  /** Something beside a test failed, such as a rejection that nothing handled. */
  readonly isBroken: boolean;
}

/** More failed tests have one cause, and running all of them again would cost the time of a whole run. */
const RUN_AGAIN_MAX = 6;

export const isWorthAnotherRun = ({ failed, isBroken }: RunOutcome): boolean =>
  !isBroken && failed.length > 0 && failed.length <= RUN_AGAIN_MAX;

/** Merges a run with a second one of its failed tests alone; a test that failed in both has failed. */
export function mergeRuns(first: RunOutcome, second: RunOutcome): RunOutcome {
  const failedAgain = ({ id }: TestNote) => second.failed.some((other) => other.id === id);
  const recovered = first.failed.filter((test) => !failedAgain(test));
  return {
    passed: first.passed + recovered.length,
    failed: first.failed.filter(failedAgain),
    retried: [...first.retried, ...recovered],
    isBroken: second.isBroken,
  };
}

export const outcomeOf = ({ passed, failed, retried }: RunOutcome): Outcome => ({
  passed,
  failed: failed.length,
  failures: failed.map(({ summary }) => summary),
  retried: retried.map(({ summary }) => summary),
});
