import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ANSWER_MS_MAX = 5_000;
const ENCODERS = ['aac', 'libopus'];

/** An installed program that converts audio and makes renditions. */
export interface Ffmpeg {
  readonly program: string;
  readonly version: string;
  /** Names of the encoders that it supports. */
  readonly encoders: ReadonlySet<string>;
}

/** Finds ffmpeg. Resolves to `null` if it is missing or lacks a required encoder. */
export async function findFfmpeg(program: string): Promise<Ffmpeg | null> {
  if (program === '') return null;
  try {
    const options = { timeout: ANSWER_MS_MAX };
    const { stdout } = await run(program, ['-hide_banner', '-encoders'], options);
    const available = new Set(stdout.split('\n').map((line) => line.trim().split(/\s+/)[1] ?? ''));
    if (!ENCODERS.every((encoder) => available.has(encoder))) return null;
    const { stdout: banner } = await run(program, ['-version'], options);
    const [, version = 'unknown'] = /^ffmpeg version (\S+)/.exec(banner) ?? [];
    return { program, version, encoders: available };
  } catch {
    return null;
  }
}
