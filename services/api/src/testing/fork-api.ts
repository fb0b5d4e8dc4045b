import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export const API_MAIN = join(import.meta.dirname, '../main.ts');

/** Length of the kept output, enough for the end of the log and the error of a crash. */
const OUTPUT_CHARS_MAX = 8_000;

export interface ApiPorts {
  readonly http: number;
  readonly internal: number;
}

/** The environment of an API process without its database: secrets, and free ports. */
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
  STAFF_SECRET: 'staff',
  LOCAL_OWNER_TOKEN: 'the-token-of-the-local-owner-of-a-test',
  LOG_LEVEL: 'warn',
  WEB_DIST: '/nonexistent',
  CONSOLE_DIST: '/nonexistent',
} as const;

/**
 * Starts the API in a child process, and resolves when it is ready.
 *
 * @param env the complete environment: the process inherits no other variables
 * @param onStart receives the process before it is ready, so that the test can always end it
 * @throws the end of the output if the process exits before it is ready
 */
export async function forkApi(
  env: NodeJS.ProcessEnv,
  onStart: (child: ChildProcess) => void,
): Promise<{ child: ChildProcess; ports: ApiPorts }> {
  const child = fork(API_MAIN, { env, silent: true });
  onStart(child);
  // The output is read from the start, because unread output is lost when the process exits. Reading never stops,
  // because the process blocks when a pipe is full.
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-OUTPUT_CHARS_MAX);
    });
  }
  const ended = once(child, 'close').then(() => {
    throw new Error(output);
  });
  const ready = once(child, 'message') as Promise<[{ type: string; ports: ApiPorts }]>;
  const [message] = await Promise.race([ready, ended]);
  if (message.type !== 'ready') throw new Error(`unexpected message ${message.type}`);
  return { child, ports: message.ports };
}
