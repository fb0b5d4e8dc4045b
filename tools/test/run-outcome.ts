import type { Outcome } from './outcome.ts';

/** A test that needs attention. */
export interface TestNote {
  /** Identifies the test; the same in each run. */
  readonly id: string;
  /** The file, with a line number if the runner accepts one. */
  readonly place: string;
  /** Playwright's project; only journeys have one. */
  readonly project?: string;
  /** File, title and first error, in one line. */
  readonly summary: string;
}

/** Result of one run of a test runner. */
export interface RunOutcome {
  readonly passed: number;
  readonly failed: readonly TestNote[];
  /** Tests that failed first and passed when the runner retried them. */
  readonly retried: readonly TestNote[];
  /** Something other than a test failed, such as an unhandled rejection. */
  readonly isBroken: boolean;
}

/** With more failed tests, they probably have one cause, and a second run would take as long as the first. */
const RUN_AGAIN_MAX = 6;

export const isWorthAnotherRun = ({ failed, isBroken }: RunOutcome): boolean =>
  !isBroken && failed.length > 0 && failed.length <= RUN_AGAIN_MAX;

/** Merges a run with a second run of only its failed tests. A test that failed in both runs has failed. */
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
