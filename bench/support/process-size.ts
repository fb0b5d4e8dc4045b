import { readdirSync, readFileSync } from 'node:fs';

export interface ProcessSize {
  readonly megabytes: number;
  readonly handles: number;
}

/** Returns the resident memory of a process, and the numbers of its open files and sockets. */
export function sizeOfProcess(pid: number): ProcessSize {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const kilobytes = Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0);
  return {
    megabytes: Math.round(kilobytes / 1024),
    handles: readdirSync(`/proc/${pid}/fd`).length,
  };
}
