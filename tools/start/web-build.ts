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

/** Sources of both sites. */
const SHARED_SOURCES = [
  'packages/contract/src',
  'packages/i18n/src',
  'packages/money/src',
  'packages/site-build/src',
  'packages/ui/src',
  'package-lock.json',
];
/** The sites, each with the files that its build writes last. */
const SITES = {
  web: ['client/.vite/manifest.json', 'server/entry-server.js'],
  console: ['index.html', '.vite/manifest.json'],
} as const;
/** Sources of a site outside of its folder. The console includes the runbooks. */
const OTHER_SOURCES = { web: [], console: ['docs/runbooks'] } as const;
type Site = keyof typeof SITES;

const NO_SOURCE = /^(dist|node_modules.*|test-results|coverage)$|\.test\.tsx?$/;
const BUILD_LOCK_POLL_MS = 200;

const distOf = (site: Site): string => join(ROOT, 'apps', site, 'dist');
const stampOf = (site: Site): string => join(distOf(site), 'built-from');

function listSources(path: string): string[] {
  const stat = statSync(join(ROOT, path), { throwIfNoEntry: false });
  if (stat === undefined) return [];
  if (!stat.isDirectory()) return [path];
  return readdirSync(join(ROOT, path))
    .filter((name) => !NO_SOURCE.test(name))
    .sort()
    .flatMap((name) => listSources(`${path}/${name}`));
}

/** Returns a hash of the names and contents of all sources of a site. */
function hashSources(site: Site): string {
  const hash = createHash('sha256').update(process.version);
  const sources = [`apps/${site}`, ...OTHER_SOURCES[site], ...SHARED_SOURCES];
  for (const file of sources.flatMap(listSources)) {
    hash.update(`\0${file}\0`).update(readFileSync(join(ROOT, file)));
  }
  return hash.digest('hex');
}

/**
 * Returns the stamp of a build: the hash of its sources and the modification times of its output. The times detect
 * builds by other tools.
 */
function describeBuild(site: Site, hash: string): string {
  const times = SITES[site].map((file) => statSync(join(distOf(site), file)).mtimeMs);
  return [hash, ...times].join('\n');
}

function isBuiltFrom(site: Site, hash: string): boolean {
  try {
    return readFileSync(stampOf(site), 'utf8') === describeBuild(site, hash);
  } catch {
    return false;
  }
}

/** Acquires the build lock. A second start from this checkout waits until the first one has built. */
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

/** Builds one site unless it is up to date. Returns whether it was built. */
async function ensureSite(site: Site, logFile: string, signal: AbortSignal): Promise<boolean> {
  // Computed before the build, so that an edit during the build causes another build.
  const hash = hashSources(site);
  if (isBuiltFrom(site, hash)) return false;
  await runHelper({
    script: `apps/${site}/build.ts`,
    logFile,
    env: { NODE_ENV: 'production' },
    signal,
  });
  writeFileSync(stampOf(site), describeBuild(site, hash));
  return true;
}

/** Builds the fans' site and the operator console unless they are up to date. */
export async function ensureWebBuild(
  logFile: string,
  signal: AbortSignal,
): Promise<'built' | 'unchanged'> {
  const sites = Object.keys(SITES) as readonly Site[];
  if (sites.every((site) => isBuiltFrom(site, hashSources(site)))) return 'unchanged';
  const lock = await takeBuildLock(signal);
  try {
    let isBuilt = false;
    for (const site of sites) isBuilt = (await ensureSite(site, logFile, signal)) || isBuilt;
    return isBuilt ? 'built' : 'unchanged';
  } finally {
    lock.release();
  }
}
