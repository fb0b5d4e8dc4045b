import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { currentDataDir } from './start-stack.ts';

const root = join(import.meta.dirname, '../..');
const run = promisify(execFile);

type OperatorTool = 'member' | 'order' | 'coin' | 'show' | 'chat';

/** What an operator types after `npm run <tool> --` on the machine of the site; the answer of the site. */
export async function operateSite(
  dataDir: string,
  tool: OperatorTool,
  ...args: string[]
): Promise<Record<string, unknown>> {
  const { stdout } = await run(process.execPath, [`tools/${tool}/${tool}.ts`, ...args], {
    cwd: root,
    env: { ...process.env, DATA_DIR: dataDir },
  });
  return JSON.parse(stdout);
}

/** The same on the site of this worker's journeys. */
export const operateOn = (
  tool: OperatorTool,
  ...args: string[]
): Promise<Record<string, unknown>> => operateSite(currentDataDir(), tool, ...args);

/** What an operator types after `npm run member --`. */
export const operate = (...args: string[]): Promise<Record<string, unknown>> =>
  operateOn('member', ...args);
