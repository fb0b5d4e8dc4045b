/**
 * `npm test`: installs missing programs, runs all checks and tests, and ends with one line that counts them.
 * With names (`npm test -- unit db`) only those stages run; `npm run test:long` runs the long forms.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { fastFolder } from '@sangwian/node-kit/fast-folder';
import { findProgram, provisionForTests } from '../provision/provision.ts';
import { countAsOne, type Outcome, settle } from './outcome.ts';
import { readReport } from './playwright-report.ts';
import {
  isWorthAnotherRun,
  mergeRuns,
  outcomeOf,
  type RunOutcome,
  type TestNote,
} from './run-outcome.ts';

const root = join(import.meta.dirname, '../..');
const resultsFolder = join(root, 'test-results');
/** Temporary files of all stages. If this run is killed, a later run removes the folder. */
const temporaryFolder = mkdtempSync(join(fastFolder(), `sangwian-test-${process.pid}-`));
// The same mode as the system's temporary folder, because databases run as another user.
chmodSync(temporaryFolder, 0o1777);
process.on('exit', () => rmSync(temporaryFolder, { recursive: true, force: true }));

interface Stage {
  readonly name: string;
  /** Runs only if it is named on the command line. */
  readonly isLong?: true;
  /** Counts passed and failed tests; a stage that could not run counts as one failure. */
  run(output: Output): Promise<Outcome>;
}

/** Where the tools of a stage write: the terminal, or a file while other stages run. */
type Output = 'inherit' | number;

interface Tool {
  readonly script: string;
  readonly args?: readonly string[];
  readonly extraEnv?: Record<string, string>;
}

async function runNode(output: Output, { script, args = [], extraEnv }: Tool): Promise<boolean> {
  const child = spawn(process.execPath, [script, ...args], {
    cwd: root,
    stdio: ['inherit', output, output],
    env: { ...process.env, TMPDIR: temporaryFolder, ...extraEnv },
  });
  const [status] = await once(child, 'close');
  return status === 0;
}

interface VitestRun {
  readonly projects: readonly string[];
  /** Filters for file names; default: all files. */
  readonly files?: readonly string[];
  readonly extraEnv?: Record<string, string>;
}

async function runVitest(
  output: Output,
  { projects, files = [], extraEnv = {} }: VitestRun,
): Promise<Outcome> {
  const name = ['vitest', ...projects, ...files].join('-');
  const runFiles = (reportName: string, chosen: readonly string[]): Promise<Run | null> => {
    const report = join(resultsFolder, `${reportName}.json`);
    const args = [
      'run',
      ...chosen,
      ...projects.flatMap((project) => ['--project', project]),
      '--reporter=default',
      '--reporter=./tools/test/vitest-outcome.ts',
    ];
    return runReporting(output, report, (text) => JSON.parse(text) as RunOutcome, {
      script: 'node_modules/vitest/vitest.mjs',
      args,
      extraEnv: { ...extraEnv, OUTCOME_FILE: report },
    });
  };
  return runTwice(await runFiles(name, files), (failed) =>
    runFiles(`${name}-again`, [...new Set(failed.map(({ place }) => place))]),
  );
}

/** Runs only the failed tests of a run once more. */
async function runTwice(
  first: Run | null,
  runAgain: (failed: readonly TestNote[]) => Promise<Run | null>,
): Promise<Outcome> {
  if (first === null) return countAsOne(false);
  const second = isWorthAnotherRun(first.outcome) ? await runAgain(first.outcome.failed) : null;
  return second === null
    ? settle(first.ok, outcomeOf(first.outcome))
    : settle(second.ok, outcomeOf(mergeRuns(first.outcome, second.outcome)));
}

interface Run {
  readonly ok: boolean;
  readonly outcome: RunOutcome;
}

/** Runs a tool that writes a report; returns `null` if there is none. */
async function runReporting(
  output: Output,
  report: string,
  read: (text: string) => RunOutcome,
  tool: Tool,
): Promise<Run | null> {
  const ok = await runNode(output, tool);
  try {
    return { ok, outcome: read(readFileSync(report, 'utf8')) };
  } catch {
    return null;
  }
}

interface PlaywrightRun {
  /** Name of the report file, unique per run. */
  readonly reportName: string;
  readonly extraEnv?: Record<string, string>;
  /** Default: all projects. */
  readonly projects?: readonly string[];
}

async function runPlaywright(
  output: Output,
  { reportName, extraEnv = {}, projects = [] }: PlaywrightRun,
): Promise<Outcome> {
  const chromium = findProgram('chromium');
  const shell = findProgram('chromium-headless-shell');
  const runPlaces = (
    name: string,
    places: readonly string[],
    chosen: readonly string[],
  ): Promise<Run | null> => {
    const report = join(resultsFolder, `${name}.json`);
    return runReporting(output, report, (text) => readReport(JSON.parse(text)), {
      script: 'node_modules/@playwright/test/cli.js',
      args: [
        ...['test', ...places, '--config', 'e2e/playwright.config.ts'],
        ...chosen.map((project) => `--project=${project}`),
      ],
      extraEnv: {
        ...extraEnv,
        PLAYWRIGHT_JSON_OUTPUT_NAME: report,
        ...(chromium === null ? {} : { CHROMIUM_PATH: chromium }),
        ...(shell === null ? {} : { HEADLESS_SHELL_PATH: shell }),
      },
    });
  };
  return runTwice(await runPlaces(reportName, [], projects), (failed) =>
    runPlaces(
      `${reportName}-again`,
      failed.map(({ place }) => place),
      [...new Set(failed.flatMap(({ project }) => project ?? []))],
    ),
  );
}

const tool =
  (script: string): Stage['run'] =>
  async (output) =>
    countAsOne(await runNode(output, { script }));

/**
 * Phases run one after the other. The queues of a phase run concurrently, and each queue runs its stages in order. Media
 * tests run in real time and mostly wait, so they run beside other stages. Process tests and journeys run alone, because
 * two stages that need both cores take longer together than one after the other, and some of them measure latency. The
 * check writes the catalogues that the build reads, and the process tests need the built pages.
 */
const PHASES: ReadonlyArray<ReadonlyArray<readonly Stage[]>> = [
  [
    [
      { name: 'check', run: tool('tools/check/check.ts') },
      { name: 'build', run: tool('tools/start/build-pages.ts') },
      { name: 'unit', run: (output) => runVitest(output, { projects: ['unit', 'alone'] }) },
      { name: 'db', run: (output) => runVitest(output, { projects: ['db'] }) },
    ],
    [{ name: 'media', run: (output) => runVitest(output, { projects: ['media'] }) }],
  ],
  [[{ name: 'process', run: (output) => runVitest(output, { projects: ['process'] }) }]],
  [[{ name: 'browser', run: (output) => runPlaywright(output, { reportName: 'playwright' }) }]],
  [[{ name: 'long', isLong: true, run: (output) => runVitest(output, { projects: ['long'] }) }]],
  [
    [
      {
        name: 'long-fuzz',
        isLong: true,
        run: (output) =>
          runVitest(output, {
            projects: ['db'],
            files: ['fuzz', 'ledger-model'],
            extraEnv: { LONG_FORMS: '1' },
          }),
      },
    ],
  ],
  [
    [
      {
        name: 'long-browser',
        isLong: true,
        run: (output) =>
          runPlaywright(output, {
            reportName: 'playwright-long',
            extraEnv: { E2E_LONG: '1' },
            projects: ['show', 'members', 'desk'],
          }),
      },
    ],
  ],
  [
    [
      {
        name: 'night',
        isLong: true,
        run: (output) =>
          runPlaywright(output, {
            reportName: 'playwright-night',
            extraEnv: { E2E_LONG: '1' },
            projects: ['night'],
          }),
      },
    ],
  ],
];

const wanted = process.argv.slice(2);
const isWanted = ({ name, isLong }: Stage): boolean =>
  wanted.length === 0 ? isLong !== true : wanted.includes(name);
const phases = PHASES.map((queues) =>
  queues.map((queue) => queue.filter(isWanted)).filter((queue) => queue.length > 0),
).filter((queues) => queues.length > 0);
if (phases.length === 0) {
  const names = PHASES.flat(2).map((stage) => stage.name);
  console.error(`Unknown stage. The stages are ${names.join(', ')}`);
  process.exit(2);
}

rmSync(resultsFolder, { recursive: true, force: true });
mkdirSync(resultsFolder, { recursive: true });

console.log('▸ programs');
const complaints = provisionForTests();
for (const complaint of complaints) console.error(`  ${complaint}`);
if (complaints.length > 0) process.exit(1);

const total = { passed: 0, failed: 0 };
const lines: string[] = [];
const failures: string[] = [];
const retried: string[] = [];

function note(name: string, outcome: Outcome, startedAt: number): void {
  total.passed += outcome.passed;
  total.failed += outcome.failed;
  failures.push(...outcome.failures);
  retried.push(...outcome.retried);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
  lines.push(
    `  ${name.padEnd(12)} ${outcome.passed} passed, ${outcome.failed} failed in ${seconds} s`,
  );
}

async function runAlone({ name, run }: Stage): Promise<void> {
  const startedAt = performance.now();
  console.log(`\n══ ${name} ══`);
  note(name, await run('inherit'), startedAt);
}

/** Prints the complete output of a stage after the stage has ended. */
async function runConcurrently({ name, run }: Stage): Promise<void> {
  const startedAt = performance.now();
  const log = join(resultsFolder, `${name}.log`);
  const output = openSync(log, 'w');
  const outcome = await run(output);
  closeSync(output);
  console.log(`\n══ ${name} ══\n${readFileSync(log, 'utf8')}`);
  note(name, outcome, startedAt);
}

for (const queues of phases) {
  if (queues.length > 1) {
    const names = queues.map((queue) => queue.map(({ name }) => name).join(', '));
    console.log(`\n══ ${names.join(' beside ')} ══`);
  }
  const runStage = queues.length > 1 ? runConcurrently : runAlone;
  await Promise.all(
    queues.map(async (queue) => {
      for (const stage of queue) await runStage(stage);
    }),
  );
}
if (retried.length > 0) {
  console.log(`\nFailed first and passed when run once more:\n\n  ${retried.join('\n  ')}`);
}
if (failures.length > 0) console.log(`\n  ${failures.join('\n  ')}`);
console.log(`\n${lines.join('\n')}\n\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1);
