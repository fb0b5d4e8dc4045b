import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** Pins every thread of a process to one core. */
export const pinToCore = (pid: number, core: number): void => {
  execFileSync('taskset', ['-acp', String(core), String(pid)], { stdio: 'ignore' });
};

/** Clock ticks per second of /proc/<pid>/stat; 100 on every Linux that Node runs on. */
const USER_HZ = 100;

/** Returns the CPU seconds (user and system) of a process since its start. */
export function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The command's name, in parentheses, may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / USER_HZ;
}

/** Returns the fields of /proc/<pid>/stat after the command's name; `null` if the process has ended. */
function readStat(pid: string | number): string[] | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null;
  }
}

export const parentOf = (pid: number): number => Number(readStat(pid)?.[1]);

/** Returns the CPU seconds of a process, its running children and its ended children. */
export function familyCpuSeconds(pid: number): number {
  let ticks = 0;
  for (const name of readdirSync('/proc')) {
    const stat = /^\d+$/.test(name) ? readStat(name) : null;
    if (stat === null || (name !== String(pid) && Number(stat[1]) !== pid)) continue;
    ticks += Number(stat[11]) + Number(stat[12]);
    if (name === String(pid)) ticks += Number(stat[13]) + Number(stat[14]);
  }
  return ticks / USER_HZ;
}
