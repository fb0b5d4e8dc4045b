import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export const API_MAIN = join(import.meta.dirname, '../main.ts');

/** The end of what a process said: its log and its crash. */
const SAID_CHARS_MAX = 8_000;

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
  // From the start: what is left in the pipes when the process ends is thrown away. Read on for ever, too, since the
  // process waits in the middle of a line once a pipe is full.
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-SAID_CHARS_MAX);
    });
  }
  const ended = once(child, 'close').then(() => {
    throw new Error(said);
  });
  const ready = once(child, 'message') as Promise<[{ type: string; ports: ApiPorts }]>;
  const [message] = await Promise.race([ready, ended]);
  if (message.type !== 'ready') throw new Error(`it said ${message.type}`);
  return { child, ports: message.ports };
}
