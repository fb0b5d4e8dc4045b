import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { currentDataDir } from './start-stack.ts';

const root = join(import.meta.dirname, '../..');
const run = promisify(execFile);

type OperatorTool = 'member' | 'order' | 'coin' | 'show' | 'chat';

/** A site, and the access token of the person who runs the command; by default the local owner runs it. */
interface SiteAccess {
  readonly dataDir: string;
  readonly token?: string;
}

/** Runs `npm run <tool> -- …` against a site as an operator and returns the response. */
export async function operateSite(
  { dataDir, token = '' }: SiteAccess,
  tool: OperatorTool,
  ...args: string[]
): Promise<Record<string, unknown>> {
  const { stdout } = await run(process.execPath, [`tools/${tool}/${tool}.ts`, ...args], {
    cwd: root,
    env: { ...process.env, DATA_DIR: dataDir, OPERATOR_TOKEN: token },
  });
  return JSON.parse(stdout);
}

/** Runs an operator's command against the site of this worker. */
export const operateOn = (
  tool: OperatorTool,
  ...args: string[]
): Promise<Record<string, unknown>> => operateSite({ dataDir: currentDataDir() }, tool, ...args);

/** Runs an operator's command against the site of this worker with an access token. */
export const operateAs = (
  token: string,
  tool: OperatorTool,
  ...args: string[]
): Promise<Record<string, unknown>> =>
  operateSite({ dataDir: currentDataDir(), token }, tool, ...args);

/** Runs `npm run member -- …` against the site of this worker. */
export const operate = (...args: string[]): Promise<Record<string, unknown>> =>
  operateOn('member', ...args);
