import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { currentDataDir } from './start-stack.ts';

const root = join(import.meta.dirname, '../..');
const run = promisify(execFile);

/** What an operator types after `npm run <tool> --`; the answer of the site. */
export async function operateOn(
  tool: 'member' | 'order' | 'coin' | 'show' | 'chat',
  ...args: string[]
): Promise<Record<string, unknown>> {
  const { stdout } = await run(process.execPath, [`tools/${tool}/${tool}.ts`, ...args], {
    cwd: root,
    env: { ...process.env, DATA_DIR: currentDataDir() },
  });
  return JSON.parse(stdout);
}

/** What an operator types after `npm run member --`. */
export const operate = (...args: string[]): Promise<Record<string, unknown>> =>
  operateOn('member', ...args);
