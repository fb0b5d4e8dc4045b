import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const POLL_MS = 10;
/** How long each signal has to work: fast shutdown, immediate shutdown, kill. */
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

/** The postmaster that the cluster's own file names, whether or not it still lives. */
export function recordedPostmaster(clusterDir: string): number | null {
  try {
    const pid = Number(readFileSync(join(clusterDir, 'postmaster.pid'), 'utf8').split('\n')[0]);
    return Number.isInteger(pid) && pid > 1 ? pid : null;
  } catch {
    return null;
  }
}

/** Living processes of the cluster: each of PostgreSQL's processes works in the cluster's folder. */
function clusterProcesses(clusterDir: string): number[] {
  if (process.platform === 'linux') {
    const real = realpathSync(clusterDir);
    return readdirSync('/proc')
      .map(Number)
      .filter((pid) => {
        if (!Number.isInteger(pid) || pid === process.pid) return false;
        try {
          // Somebody's shell may stand in the folder as well, hence the name.
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
 * Ends what an earlier supervisor left when it was killed together with its parent: the postmaster, or processes whose
 * postmaster was killed. A `postmaster.pid` without any process behind it goes too, because its number may belong to
 * somebody else by now and would keep PostgreSQL from starting.
 *
 * @returns how many processes had to be ended.
 * @throws {Error} where one of them outlives even SIGKILL.
 */
export async function clearLeftover(clusterDir: string): Promise<number> {
  const found = clusterProcesses(clusterDir).length;
  for (const [name, patienceMs] of SIGNALS) {
    const postmaster = recordedPostmaster(clusterDir);
    const processes = clusterProcesses(clusterDir);
    // The postmaster ends its own processes in order; without one they are told one by one.
    const told =
      name !== 'SIGKILL' && postmaster !== null && processes.includes(postmaster)
        ? [postmaster]
        : processes;
    for (const pid of told) signal(pid, name);
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
