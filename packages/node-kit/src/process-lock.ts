import { execFileSync } from 'node:child_process';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';

const TAKEOVERS_MAX = 5;

/** The lock is held by a living process. */
export class LockHeldError extends Error {
  override name = 'LockHeldError';
  readonly pid: number;

  constructor(path: string, pid: number) {
    super(`${path} is held by process ${pid}`);
    this.pid = pid;
  }
}

export interface ProcessLock {
  release(): void;
}

/**
 * Identifies a process by the boot, its id and its start time, because process ids are reused. `null` if no such
 * process is alive (a zombie counts as dead).
 */
export function processIdentity(pid: number): string | null {
  if (process.platform === 'linux') {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      // The name in parentheses may contain spaces, so fields are counted from the last parenthesis.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      if (fields[0] === 'Z' || fields[0] === 'X') return null;
      return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}:${fields[19]}`;
    } catch {
      return null;
    }
  }
  try {
    return (
      execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || null
    );
  } catch {
    return null;
  }
}

interface Holder {
  readonly pid: number;
  readonly identity: string | null;
}

function readHolder(path: string): Holder | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Holder;
  } catch {
    return null;
  }
}

const isAlive = (holder: Holder | null): holder is Holder =>
  holder?.identity != null && processIdentity(holder.pid) === holder.identity;

/** Returns the living process that holds the lock, or `null`. */
export function lockHolder(path: string): number | null {
  const holder = readHolder(path);
  return isAlive(holder) ? holder.pid : null;
}

/**
 * Takes the lock file for this process. The lock of a dead process is taken over, so kill -9 never leaves a folder
 * locked.
 *
 * @throws {LockHeldError} while a living process holds it.
 */
export function acquireProcessLock(path: string): ProcessLock {
  const own = JSON.stringify({ pid: process.pid, identity: processIdentity(process.pid) });
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, own, { mode: 0o600 });
  try {
    for (let attempt = 0; attempt < TAKEOVERS_MAX; attempt += 1) {
      try {
        // Creating a hard link is atomic, so no process reads a half-written lock.
        linkSync(draft, path);
        return {
          release: () => {
            if (readHolder(path)?.pid === process.pid) rmSync(path, { force: true });
          },
        };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      }
      const holder = readHolder(path);
      if (isAlive(holder)) throw new LockHeldError(path, holder.pid);
      setAside(path, `${draft}.stale`);
    }
    throw new Error(`${path} changes hands too quickly`);
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Removes a dead process's lock; restores it if a living process took it in the meantime. */
function setAside(path: string, aside: string): void {
  try {
    renameSync(path, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  try {
    if (isAlive(readHolder(aside))) linkSync(aside, path);
  } finally {
    rmSync(aside, { force: true });
  }
}
