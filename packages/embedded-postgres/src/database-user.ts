import { readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Account for PostgreSQL, which refuses to run as root. */
export interface DatabaseUser {
  readonly uid: number;
  readonly gid: number;
}

/**
 * Returns the account for PostgreSQL: `null` (our own) unless we are root; then the owner of existing data, or
 * `nobody`.
 *
 * @throws {Error} if root finds no such account
 */
export function databaseUser(clusterDir: string): DatabaseUser | null {
  if (process.getuid?.() !== 0) return null;
  const owner = statSync(clusterDir, { throwIfNoEntry: false });
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const entry = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .find((fields) => fields[0] === 'nobody');
  const uid = Number(entry?.[2]);
  const gid = Number(entry?.[3]);
  if (!Number.isInteger(uid) || uid <= 0 || !Number.isInteger(gid)) {
    throw new Error(
      'PostgreSQL does not run as root, and there is no user "nobody" to run it under. ' +
        'Start Sangwian as an ordinary user, or set DATABASE_URL.',
    );
  }
  return { uid, gid };
}

/** Whether other users can reach and read `path`. */
export function isReachableByOthers(path: string): boolean {
  const real = realpathSync(path);
  const isOpen = (place: string, bits: number): boolean => (statSync(place).mode & bits) === bits;
  if (!isOpen(real, statSync(real).isDirectory() ? 0o005 : 0o004)) return false;
  return isPassable(dirname(real));
}

/** Whether other users can traverse `dir` and its parent folders. */
export function isPassable(dir: string): boolean {
  for (let place = realpathSync(dir); ; place = dirname(place)) {
    if ((statSync(place).mode & 0o001) === 0) return false;
    if (place === dirname(place)) return true;
  }
}
