import { readFileSync } from 'node:fs';

/** Ticks per second of the CPU times in `/proc`. */
const PROC_HZ = 100;

/** Returns the CPU time of a running process in seconds; `null` if the system has no `/proc`. */
export function readCpuSeconds(pid: number | undefined): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) / PROC_HZ;
  } catch {
    return null;
  }
}
