import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** Returns the id of the process that listens on a TCP port (from /proc, Linux only). */
export function findListener(port: number): number {
  const inode = readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .find(
      (columns) =>
        columns[1]?.endsWith(`:${port.toString(16).toUpperCase().padStart(4, '0')}`) &&
        columns[3] === '0A',
    )?.[9];
  if (inode === undefined) throw new Error(`no process listens on port ${port}`);
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const holds = readdirSync(`/proc/${pid}/fd`).some(
        (fd) => readlinkSync(`/proc/${pid}/fd/${fd}`) === `socket:[${inode}]`,
      );
      if (holds) return Number(pid);
    } catch {
      // The process has ended, or its files are not readable.
    }
  }
  throw new Error(`the process on port ${port} could not be found`);
}
