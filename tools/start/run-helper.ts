import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { openRotatingFile } from '@sangwian/node-kit/rotating-file';
import { ROOT } from './settings.ts';

const TAIL_CHARS_MAX = 2_000;
const OUTPUT_CHARS_MAX = 1_000_000;

export interface Helper {
  /** Path relative to the checkout. */
  readonly script: string;
  readonly logFile: string;
  readonly env: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** Whether the standard output is a result that may contain secrets, and must not be logged. */
  readonly answers?: true;
}

/**
 * Runs a script until it exits, and logs its output.
 *
 * @returns its standard output
 * @throws {Error} with the end of its output if it fails
 */
export async function runHelper(helper: Helper): Promise<string> {
  const log = openRotatingFile(helper.logFile);
  const child: ChildProcess = spawn(
    process.execPath,
    ['--import', join(import.meta.dirname, 'end-with-parent.mjs'), join(ROOT, helper.script)],
    {
      cwd: ROOT,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: { ...process.env, ...helper.env },
      signal: helper.signal,
      killSignal: 'SIGTERM',
    },
  );
  let output = '';
  let tail = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    if (helper.answers !== true) log.write(chunk);
    output = (output + chunk.toString()).slice(-OUTPUT_CHARS_MAX);
    if (helper.answers !== true) tail = (tail + chunk.toString()).slice(-TAIL_CHARS_MAX);
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    log.write(chunk);
    tail = (tail + chunk.toString()).slice(-TAIL_CHARS_MAX);
  });
  const code = await new Promise<number | null>((done, fail) => {
    child.once('error', fail);
    child.once('close', done);
  });
  log.close();
  if (code === 0) return output;
  throw new Error(`${helper.script} failed:\n${tail.trim()}\n(full log: ${helper.logFile})`);
}
