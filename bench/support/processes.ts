import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

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
