/**
 * `npm test`: brings what is missing, then runs every check and every test, and ends with one line that counts them.
 * With names (`npm test -- unit db`) only those stages run.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { findProgram, provision } from '../provision/provision.ts';

const root = join(import.meta.dirname, '../..');
const resultsFolder = join(root, 'test-results');
const MESSAGE_LENGTH_MAX = 160;

/** Of Vitest's JSON report, what is read here. */
interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

/** Of Playwright's JSON report, what is read here; a describe block is a suite in a suite. */
interface PlaywrightReport {
  readonly stats: { readonly expected: number; readonly unexpected: number };
  readonly suites: readonly PlaywrightSuite[];
}

interface PlaywrightSuite {
  readonly suites?: readonly PlaywrightSuite[];
  readonly specs: readonly {
    readonly ok: boolean;
    readonly title: string;
    readonly file: string;
    readonly tests: readonly {
      readonly results: readonly { readonly error?: { readonly message?: string } }[];
    }[];
  }[];
}

interface Count {
  passed: number;
  failed: number;
}

/** What a stage came to, and each of its failures in a line: who reads only the end of a long log sees which it was. */
interface Outcome extends Count {
  readonly failures: readonly string[];
}

interface Stage {
  readonly name: string;
  /** What passed and what failed; a stage that could not run at all counts as one failure. */
  run(): Outcome;
}

function runNode(
  script: string,
  args: readonly string[],
  extraEnv: Record<string, string> = {},
): boolean {
  const result = spawnSync(process.execPath, [script, ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...extraEnv },
  });
  return result.status === 0;
}

const once = (ok: boolean): Outcome => ({
  passed: ok ? 1 : 0,
  failed: ok ? 0 : 1,
  failures: [],
});

/** A runner that exits badly without one failing test (a crash, no test found) is a failure all the same. */
const settle = (ok: boolean, outcome: Outcome): Outcome =>
  ok || outcome.failed > 0 ? outcome : { ...outcome, failed: 1 };

const firstLine = (text = ''): string =>
  stripVTControlCharacters(text).split('\n')[0]?.slice(0, MESSAGE_LENGTH_MAX) ?? '';

function runVitest(...projects: readonly string[]): Outcome {
  const report = join(resultsFolder, `vitest-${projects.join('-')}.json`);
  const ok = runNode('node_modules/vitest/vitest.mjs', [
    'run',
    ...projects.flatMap((project) => ['--project', project]),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]);
  try {
    const { numPassedTests, numFailedTests, testResults } = JSON.parse(
      readFileSync(report, 'utf8'),
    ) as VitestReport;
    const failures = testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status }) => status === 'failed')
        .map(
          ({ fullName, failureMessages }) =>
            `${relative(root, name)} › ${fullName}: ${firstLine(failureMessages[0])}`,
        ),
    );
    return settle(ok, { passed: numPassedTests, failed: numFailedTests, failures });
  } catch {
    return once(false);
  }
}

function runPlaywright(project: string, workers: number): Outcome {
  const report = join(resultsFolder, `playwright-${project}.json`);
  const chromium = findProgram('chromium');
  const ok = runNode(
    'node_modules/@playwright/test/cli.js',
    [
      'test',
      '--config',
      'e2e/playwright.config.ts',
      '--project',
      project,
      '--workers',
      String(workers),
    ],
    {
      PLAYWRIGHT_JSON_OUTPUT_NAME: report,
      ...(chromium === null ? {} : { CHROMIUM_PATH: chromium }),
    },
  );
  try {
    const { stats, suites } = JSON.parse(readFileSync(report, 'utf8')) as PlaywrightReport;
    const failures = suites.flatMap((suite) => failuresIn(suite));
    return settle(ok, { passed: stats.expected, failed: stats.unexpected, failures });
  } catch {
    return once(false);
  }
}

function failuresIn(suite: PlaywrightSuite): string[] {
  const own = suite.specs
    .filter(({ ok }) => !ok)
    .map(({ file, title, tests }) => {
      const error = tests[0]?.results[0]?.error?.message;
      return `e2e/${file} › ${title}: ${firstLine(error)}`;
    });
  return [...own, ...(suite.suites ?? []).flatMap((inner) => failuresIn(inner))];
}

/**
 * First what looks at the show, whose pictures one browser at a time decodes; then what members do, where two at once
 * are not more than two cores carry.
 */
function runJourneys(): Outcome {
  const outcomes = [runPlaywright('show', 1), runPlaywright('members', 2)];
  return {
    passed: outcomes.reduce((sum, { passed }) => sum + passed, 0),
    failed: outcomes.reduce((sum, { failed }) => sum + failed, 0),
    failures: outcomes.flatMap(({ failures }) => failures),
  };
}

const STAGES: readonly Stage[] = [
  { name: 'check', run: () => once(runNode('tools/check/check.ts', [])) },
  { name: 'unit', run: () => runVitest('unit', 'alone') },
  { name: 'db', run: () => runVitest('db') },
  { name: 'build', run: () => once(runNode('tools/start/build-pages.ts', [])) },
  { name: 'media', run: () => runVitest('media') },
  { name: 'process', run: () => runVitest('process') },
  { name: 'browser', run: runJourneys },
];

const wanted = process.argv.slice(2);
const stages = wanted.length === 0 ? STAGES : STAGES.filter((stage) => wanted.includes(stage.name));
if (stages.length === 0) {
  console.error(`No such stage. There are: ${STAGES.map((stage) => stage.name).join(', ')}`);
  process.exit(2);
}

rmSync(resultsFolder, { recursive: true, force: true });
mkdirSync(resultsFolder, { recursive: true });

console.log('▸ programs');
const complaints = provision(['chromium', 'ffmpeg']);
for (const complaint of complaints) console.error(`  ${complaint}`);
if (complaints.length > 0) process.exit(1);

const total: Count = { passed: 0, failed: 0 };
const lines: string[] = [];
const failures: string[] = [];
for (const stage of stages) {
  const startedAt = performance.now();
  console.log(`\n══ ${stage.name} ══`);
  const outcome = stage.run();
  total.passed += outcome.passed;
  total.failed += outcome.failed;
  failures.push(...outcome.failures);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
  lines.push(
    `  ${stage.name.padEnd(8)} ${outcome.passed} passed, ${outcome.failed} failed in ${seconds} s`,
  );
}
if (failures.length > 0) console.log(`\n  ${failures.join('\n  ')}`);
console.log(`\n${lines.join('\n')}\n\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1);
