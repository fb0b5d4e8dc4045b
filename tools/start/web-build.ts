import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import {
  acquireProcessLock,
  LockHeldError,
  type ProcessLock,
} from '@sangwian/node-kit/process-lock';
import { runHelper } from './run-helper.ts';
import { ROOT } from './settings.ts';

/** Sources of the pages. */
const SOURCES = [
  'apps/web',
  'packages/contract/src',
  'packages/i18n/src',
  'packages/money/src',
  'packages/ui/src',
  'package-lock.json',
];
const DIST = join(ROOT, 'apps/web/dist');
const STAMP = join(DIST, 'built-from');
/** The last files that each half of the build writes. */
const RESULTS = ['client/.vite/manifest.json', 'server/entry-server.js'];
const NO_SOURCE = /^(dist|node_modules.*|test-results|coverage)$|\.test\.tsx?$/;
const BUILD_LOCK_POLL_MS = 200;

function listSources(path: string): string[] {
  const stat = statSync(join(ROOT, path), { throwIfNoEntry: false });
  if (stat === undefined) return [];
  if (!stat.isDirectory()) return [path];
  return readdirSync(join(ROOT, path))
    .filter((name) => !NO_SOURCE.test(name))
    .sort()
    .flatMap((name) => listSources(`${path}/${name}`));
}

/** Returns a hash of all sources' names and contents. */
function hashSources(): string {
  const hash = createHash('sha256').update(process.version);
  for (const file of SOURCES.flatMap(listSources)) {
    hash.update(`\0${file}\0`).update(readFileSync(join(ROOT, file)));
  }
  return hash.digest('hex');
}

/** Returns the stamp: the sources' hash, and when both halves were written, since other tools build them, too. */
function describeBuild(hash: string): string {
  const times = RESULTS.map((file) => statSync(join(DIST, file)).mtimeMs);
  return [hash, ...times].join('\n');
}

function isBuiltFrom(hash: string): boolean {
  try {
    return readFileSync(STAMP, 'utf8') === describeBuild(hash);
  } catch {
    return false;
  }
}

/** Takes the build lock: a second start of a checkout waits for the first to build. */
async function takeBuildLock(signal: AbortSignal): Promise<ProcessLock> {
  mkdirSync(join(ROOT, '.cache'), { recursive: true });
  for (;;) {
    try {
      return acquireProcessLock(join(ROOT, '.cache/web-build.lock'));
    } catch (error) {
      if (!(error instanceof LockHeldError)) throw error;
      await wait(BUILD_LOCK_POLL_MS, undefined, { signal });
    }
  }
}

/** Builds the pages unless they are up to date. */
export async function ensureWebBuild(
  logFile: string,
  signal: AbortSignal,
): Promise<'built' | 'unchanged'> {
  if (isBuiltFrom(hashSources())) return 'unchanged';
  const lock = await takeBuildLock(signal);
  try {
    // Computed before the build, so that edits during the build cause another one.
    const hash = hashSources();
    if (isBuiltFrom(hash)) return 'unchanged';
    await runHelper({
      script: 'apps/web/build.ts',
      logFile,
      env: { NODE_ENV: 'production' },
      signal,
    });
    writeFileSync(STAMP, describeBuild(hash));
    return 'built';
  } finally {
    lock.release();
  }
}
