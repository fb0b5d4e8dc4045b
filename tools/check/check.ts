/**
 * `npm run check`: static checks of the code. Each step prints the output of its tool; the last line lists the failed
 * steps.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describeAccess } from './access-matrix.ts';
import { findBreaches } from './house-rules.ts';
import { checkImports } from './import-rules.ts';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');

/** Runs a tool from the workspace's `node_modules`, because `npx` may not find it. */
function runTool(name: string, args: readonly string[], cwd = root): boolean {
  const tool = join(root, 'node_modules/.bin', name);
  return spawnSync(tool, args, { cwd, stdio: 'inherit' }).status === 0;
}

/** Starts a tool in the background. Its output is printed when the caller awaits it. */
function startTool(name: string, args: readonly string[]): () => Promise<boolean> {
  const child = spawn(join(root, 'node_modules/.bin', name), args, { cwd: root });
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => output.push(chunk));
  }
  const ended = new Promise<boolean>((resolve) => {
    child.on('error', () => resolve(false));
    child.on('close', (code) => resolve(code === 0));
  });
  return async () => {
    const ok = await ended;
    process.stdout.write(Buffer.concat(output));
    return ok;
  };
}

async function importsAreInOrder(): Promise<boolean> {
  const report = await checkImports(root);
  for (const violation of report.violations) {
    console.log(`  ${violation.rule.name}: ${violation.from} → ${violation.to}`);
  }
  for (const entry of report.rarelyShared) console.log(`  fewer than three features use ${entry}`);
  console.log(`  ${report.modules} of ${report.files} modules read`);
  const found = report.violations.length + report.rarelyShared.length;
  return found === 0 && report.modules === report.files;
}

function houseRulesHold(): boolean {
  const files = execFileSync(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard'],
    {
      cwd: root,
      encoding: 'utf8',
    },
  )
    .split('\0')
    .filter((file) => file !== '');
  const breaches = findBreaches(root, files);
  for (const breach of breaches) console.log(`  ${breach.file}: ${breach.rule} (${breach.found})`);
  return breaches.length === 0;
}

/** Extracts the messages of an app and fails on a difference: an unextracted message would be shown in English. */
function catalogueIsComplete(app: string): boolean {
  const locales = `apps/${app}/src/locales`;
  const files = readdirSync(join(root, locales), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.po'))
    .map((file) => join(locales, file));
  const hashes = () => execFileSync('git', ['hash-object', ...files], { cwd: root });
  const before = hashes();
  if (!runTool('lingui', ['extract', '--clean'], join(root, 'apps', app))) return false;
  if (before.equals(hashes())) return true;
  console.log(`  ${locales} was out of date and is updated: review the difference`);
  return false;
}

/** Checks the catalogues of both apps, even if the first check fails. */
const cataloguesAreComplete = (): boolean =>
  ['web', 'console'].map(catalogueIsComplete).every(Boolean);

/** Writes docs/access.md from the contract and fails on a difference. */
function accessMatrixIsCurrent(): boolean {
  const file = join(root, 'docs/access.md');
  const text = describeAccess();
  if (readFileSync(file, 'utf8') === text) return true;
  writeFileSync(file, text);
  console.log('  docs/access.md was out of date and is updated: review the difference');
  return false;
}

// The longest steps run in the background. On two cores, more than one type checker would only repeat work.
const typesAreRight = startTool('tsc', ['-p', '.', '--checkers', '1']);
const everythingIsUsed = startTool('knip', ['--no-progress']);

const STEPS: ReadonlyArray<readonly [name: string, run: () => boolean | Promise<boolean>]> = [
  ['lint and format', () => runTool('biome', ['ci', '--error-on-warnings', '.'])],
  ['import rules', importsAreInOrder],
  ['house rules', houseRulesHold],
  ['catalogues', cataloguesAreComplete],
  ['access matrix', accessMatrixIsCurrent],
  ['unused code', everythingIsUsed],
  ['types', typesAreRight],
];

const failed: string[] = [];
for (const [name, run] of STEPS) {
  const startedAt = performance.now();
  console.log(`\n▸ ${name}`);
  const ok = await run();
  if (!ok) failed.push(name);
  console.log(
    `  ${ok ? 'ok' : 'FAILED'} (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`,
  );
}
console.log(failed.length === 0 ? '\nAll checks pass' : `\nFailed: ${failed.join(', ')}`);
process.exit(failed.length === 0 ? 0 : 1);
