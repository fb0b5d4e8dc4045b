import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const POLL_MS = 10;
/** Signals and the time that each one gets: fast shutdown, immediate shutdown, kill. */
const SIGNALS = [
  ['SIGINT', 5_000],
  ['SIGQUIT', 2_000],
  ['SIGKILL', 2_000],
] as const;

function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Returns the postmaster recorded in the cluster's pid file, alive or not. */
export function recordedPostmaster(clusterDir: string): number | null {
  try {
    const pid = Number(readFileSync(join(clusterDir, 'postmaster.pid'), 'utf8').split('\n')[0]);
    return Number.isInteger(pid) && pid > 1 ? pid : null;
  } catch {
    return null;
  }
}

/** Returns the living processes of the cluster; their working directory is the cluster's folder. */
function clusterProcesses(clusterDir: string): number[] {
  if (process.platform === 'linux') {
    const real = realpathSync(clusterDir);
    return readdirSync('/proc')
      .map(Number)
      .filter((pid) => {
        if (!Number.isInteger(pid) || pid === process.pid) return false;
        try {
          // The name excludes shells in the same folder.
          return (
            readlinkSync(`/proc/${pid}/cwd`) === real &&
            readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres'
          );
        } catch {
          return false;
        }
      });
  }
  const pid = recordedPostmaster(clusterDir);
  if (pid === null || !signal(pid, 0)) return [];
  try {
    const command = execFileSync('ps', ['-o', 'comm=', '-p', String(pid)], { encoding: 'utf8' });
    return command.includes('postgres') ? [pid] : [];
  } catch {
    return [];
  }
}

/**
 * Ends processes that a killed supervisor left behind: the postmaster, or the children of a killed postmaster. Also
 * removes a stale `postmaster.pid`. Its process id may belong to another process by now, which would prevent a start.
 * @returns the number of ended processes
 * @throws {Error} if a process survives SIGKILL
 */
export async function clearLeftover(clusterDir: string): Promise<number> {
  const found = clusterProcesses(clusterDir).length;
  for (const [name, patienceMs] of SIGNALS) {
    const postmaster = recordedPostmaster(clusterDir);
    const processes = clusterProcesses(clusterDir);
    // The postmaster ends its child processes in order. Without a postmaster, each process gets the signal.
    const targets =
      name !== 'SIGKILL' && postmaster !== null && processes.includes(postmaster)
        ? [postmaster]
        : processes;
    for (const pid of targets) signal(pid, name);
    const deadline = Date.now() + patienceMs;
    while (clusterProcesses(clusterDir).length > 0 && Date.now() < deadline) await wait(POLL_MS);
    if (clusterProcesses(clusterDir).length === 0) {
      rmSync(join(clusterDir, 'postmaster.pid'), { force: true });
      return found;
    }
  }
  throw new Error(
    `An earlier PostgreSQL (process ${clusterProcesses(clusterDir).join(', ')}) does not end.`,
  );
}
