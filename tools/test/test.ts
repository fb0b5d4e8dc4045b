/**
 * `npm test`: brings what is missing, then runs every check and every test, and ends with one line that counts them.
 * With names (`npm test -- unit db`) only those stages run.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findProgram, provision } from '../provision/provision.ts';

const root = join(import.meta.dirname, '../..');
const resultsFolder = join(root, 'test-results');

interface Count {
  passed: number;
  failed: number;
}

interface Stage {
  readonly name: string;
  /** What passed and what failed; a stage that could not run at all counts as one failure. */
  run(): Count;
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

const once = (ok: boolean): Count => (ok ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 });

/** A runner that exits badly without one failing test (a crash, no test found) is a failure all the same. */
const settle = (ok: boolean, count: Count): Count =>
  ok || count.failed > 0 ? count : { ...count, failed: 1 };

function runVitest(projects: readonly string[]): Count {
  const report = join(resultsFolder, `vitest-${projects.join('-')}.json`);
  const ok = runNode('node_modules/vitest/vitest.mjs', [
    'run',
    ...projects.flatMap((project) => ['--project', project]),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]);
  try {
    const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8'));
    return settle(ok, { passed: numPassedTests, failed: numFailedTests });
  } catch {
    return once(false);
  }
}

function runPlaywright(): Count {
  const report = join(resultsFolder, 'playwright.json');
  const chromium = findProgram('chromium');
  const ok = runNode(
    'node_modules/@playwright/test/cli.js',
    ['test', '--config', 'e2e/playwright.config.ts'],
    {
      PLAYWRIGHT_JSON_OUTPUT_NAME: report,
      ...(chromium === null ? {} : { CHROMIUM_PATH: chromium }),
    },
  );
  try {
    const { stats } = JSON.parse(readFileSync(report, 'utf8'));
    return settle(ok, { passed: stats.expected + stats.flaky, failed: stats.unexpected });
  } catch {
    return once(false);
  }
}

const STAGES: readonly Stage[] = [
  { name: 'check', run: () => once(runNode('tools/check/check.ts', [])) },
  { name: 'unit', run: () => runVitest(['unit']) },
  { name: 'db', run: () => runVitest(['db']) },
  { name: 'build', run: () => once(runNode('tools/start/build-pages.ts', [])) },
  { name: 'media', run: () => runVitest(['media']) },
  { name: 'process', run: () => runVitest(['process']) },
  { name: 'browser', run: runPlaywright },
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
for (const stage of stages) {
  const startedAt = performance.now();
  console.log(`\n══ ${stage.name} ══`);
  const count = stage.run();
  total.passed += count.passed;
  total.failed += count.failed;
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
  lines.push(
    `  ${stage.name.padEnd(8)} ${count.passed} passed, ${count.failed} failed in ${seconds} s`,
  );
}
console.log(`\n${lines.join('\n')}\n\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1);
