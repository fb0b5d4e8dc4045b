import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ANSWER_MS_MAX = 5_000;
const ENCODERS = ['aac', 'libopus'];

/** A program of this machine that converts sound. */
export interface Ffmpeg {
  readonly program: string;
  readonly version: string;
}

/** Looks for ffmpeg; `null` where there is none, or one that cannot encode what is needed. */
export async function findFfmpeg(program: string): Promise<Ffmpeg | null> {
  if (program === '') return null;
  try {
    const options = { timeout: ANSWER_MS_MAX };
    const { stdout } = await run(program, ['-hide_banner', '-encoders'], options);
    const known = new Set(stdout.split('\n').map((line) => line.trim().split(/\s+/)[1]));
    if (!ENCODERS.every((encoder) => known.has(encoder))) return null;
    const { stdout: about } = await run(program, ['-version'], options);
    return { program, version: /^ffmpeg version (\S+)/.exec(about)?.[1] ?? 'of no known version' };
  } catch {
    return null;
  }
}
