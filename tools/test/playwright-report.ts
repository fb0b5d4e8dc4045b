import { firstLine } from './outcome.ts';
import type { RunOutcome, TestNote } from './run-outcome.ts';

/** The fields of Playwright's JSON report that are used here. */
export interface PlaywrightReport {
  readonly stats: {
    readonly expected: number;
    readonly unexpected: number;
    readonly flaky: number;
  };
  readonly suites: readonly PlaywrightSuite[];
  /** Errors outside of tests. */
  readonly errors: readonly unknown[];
}

/** A file, or a describe block in it. */
interface PlaywrightSuite {
  readonly title: string;
  readonly suites?: readonly PlaywrightSuite[];
  readonly specs: readonly {
    readonly title: string;
    readonly file: string;
    readonly line: number;
    readonly tests: readonly {
      readonly status: string;
      readonly projectName: string;
      readonly results: readonly { readonly error?: { readonly message?: string } }[];
    }[];
  }[];
}

export const readReport = ({ stats, suites, errors }: PlaywrightReport): RunOutcome => ({
  passed: stats.expected + stats.flaky,
  failed: suites.flatMap((suite) => testsWith('unexpected', suite, [])),
  retried: suites.flatMap((suite) => testsWith('flaky', suite, [])),
  isBroken: errors.length > 0,
});

function testsWith(
  status: 'unexpected' | 'flaky',
  suite: PlaywrightSuite,
  parents: readonly string[],
): TestNote[] {
  const titles = [...parents, suite.title];
  const direct = suite.specs.flatMap(({ file, line, title, tests }) =>
    tests
      .filter((test) => test.status === status)
      .map(({ projectName, results }) => ({
        id: [projectName, ...titles, title].join(' › '),
        place: `${file}:${line}`,
        project: projectName,
        summary: `e2e/${file} › ${title}: ${firstLine(results[0]?.error?.message)}`,
      })),
  );
  const inner = suite.suites ?? [];
  return [...direct, ...inner.flatMap((one) => testsWith(status, one, titles))];
}
