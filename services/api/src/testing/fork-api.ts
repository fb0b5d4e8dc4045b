import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export const API_MAIN = join(import.meta.dirname, '../main.ts');

export interface ApiPorts {
  readonly http: number;
  readonly internal: number;
}

/** What an API process needs beside its database: secrets, and ports that are free. */
export const API_ENVIRONMENT = {
  NODE_ENV: 'development',
  PORT: '0',
  API_INTERNAL_PORT: '0',
  APP_KEY: 'key',
  INTERNAL_SECRET: 'internal',
  GRANT_SECRET: 'grant',
  HANDOVER_SECRET: 'handover',
  PURCHASE_SECRET: 'purchase',
  OTP_SECRET: 'otp',
  PHONE_HASH_SECRET: 'phones',
  TOKEN_SECRET: 'tokens',
  LOG_LEVEL: 'warn',
  WEB_DIST: '/nonexistent',
} as const;

/**
 * Starts the API as a process of its own.
 *
 * @param env whole: a process of a test inherits nothing that is not handed to it
 * @param onStart gets the process before it is ready, so that it is ended whatever happens
 * @returns once it is ready
 * @throws with what it wrote, where it ends before
 */
export async function forkApi(
  env: NodeJS.ProcessEnv,
  onStart: (child: ChildProcess) => void,
): Promise<{ child: ChildProcess; ports: ApiPorts }> {
  const child = fork(API_MAIN, { env, silent: true });
  onStart(child);
  const ended = once(child, 'exit').then(async () => {
    // Its log is on the one, a crash on the other.
    const said = await Promise.all([child.stderr?.toArray(), child.stdout?.toArray()]);
    throw new Error(said.flat().join(''));
  });
  const ready = once(child, 'message') as Promise<[{ type: string; ports: ApiPorts }]>;
  const [message] = await Promise.race([ready, ended]);
  if (message.type !== 'ready') throw new Error(`it said ${message.type}`);
  // A pipe that nobody reads is full one day, and the process then waits in the middle of a line for ever.
  child.stdout?.resume();
  child.stderr?.resume();
  return { child, ports: message.ports };
}
