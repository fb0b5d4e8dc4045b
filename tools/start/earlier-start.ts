import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { processIdentity } from '@sangwian/node-kit/process-lock';
import { writePrivately } from './settings.ts';

const POLL_MS = 25;
/** Longer than our processes take to stop after their launcher is killed. */
const PATIENCE_MS = 9_000;

interface Known {
  readonly pid: number;
  readonly identity: string;
}

const fileOf = (dataDir: string): string => join(dataDir, 'processes.json');

function readKnown(dataDir: string): Known[] {
  try {
    return JSON.parse(readFileSync(fileOf(dataDir), 'utf8')) as Known[];
  } catch {
    return [];
  }
}

const livingOf = (known: readonly Known[]): Known[] =>
  known.filter(({ pid, identity }) => processIdentity(pid) === identity);

/** Records a process of this start, so that the next start can wait until it has exited. */
export function recordProcess(dataDir: string, pid: number): void {
  const identity = processIdentity(pid);
  if (identity === null) return;
  writePrivately(fileOf(dataDir), [...livingOf(readKnown(dataDir)), { pid, identity }]);
}

export function forgetProcesses(dataDir: string): void {
  rmSync(fileOf(dataDir), { force: true });
}

/**
 * Waits for the remaining processes of a killed start, which stop by themselves. Kills a process that hangs, because it
 * occupies the ports.
 *
 * @returns whether there were any such processes
 */
export async function awaitEarlierProcesses(dataDir: string): Promise<boolean> {
  const known = livingOf(readKnown(dataDir));
  const deadline = Date.now() + PATIENCE_MS;
  while (livingOf(known).length > 0 && Date.now() < deadline) await wait(POLL_MS);
  for (const { pid } of livingOf(known)) process.kill(pid, 'SIGKILL');
  while (livingOf(known).length > 0) await wait(POLL_MS);
  forgetProcesses(dataDir);
  return known.length > 0;
}
