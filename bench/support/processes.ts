import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** The process that listens on a TCP port of this machine (Linux: /proc). */
export function findListener(port: number): number {
  const inode = readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .find(
      (columns) =>
        columns[1]?.endsWith(`:${port.toString(16).toUpperCase().padStart(4, '0')}`) &&
        columns[3] === '0A',
    )?.[9];
  if (inode === undefined) throw new Error(`nobody listens on port ${port}`);
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const holds = readdirSync(`/proc/${pid}/fd`).some(
        (fd) => readlinkSync(`/proc/${pid}/fd/${fd}`) === `socket:[${inode}]`,
      );
      if (holds) return Number(pid);
    } catch {
      // The process ended meanwhile, or is not ours to look into.
    }
  }
  throw new Error(`the process on port ${port} could not be found`);
}

/** Keeps every thread of a process on one core. */
export const pinToCore = (pid: number, core: number): void => {
  execFileSync('taskset', ['-acp', String(core), String(pid)], { stdio: 'ignore' });
};

/** Clock ticks per second of /proc/<pid>/stat; 100 on every Linux that Node runs on. */
const USER_HZ = 100;

/** CPU seconds (user and system) that a process has used since it began. */
export function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The command's name, in parentheses, may hold spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / USER_HZ;
}
