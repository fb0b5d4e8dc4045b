import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writePrivately } from './settings.ts';

export interface FanAccount {
  readonly phone: string;
  readonly password: string;
}

export interface OperatorAccount {
  readonly role: string;
  readonly email: string;
  readonly password: string;
  readonly totp_secret: string;
}

/** Result of the API's preparation step; mostly empty without sample data. */
export interface Preparation {
  readonly accounts: {
    readonly fans: readonly FanAccount[];
    readonly operators: readonly OperatorAccount[];
  };
  /** Stream key of the channel for a person's encoder. */
  readonly stream_key: string;
  /** Codes to redeem. */
  readonly codes: readonly string[];
  /** Where the first owner of the console sets up an account; empty if there is one. */
  readonly setup_url: string;
}

/** `DATA_DIR/run.json`: addresses of this run for scripts. Mode 0600; exists while the stack runs. */
export interface RunFile {
  readonly url: string;
  readonly api: string;
  /** The same from this machine, where `operator_token` is accepted. */
  readonly api_local: string;
  readonly app_key: string;
  /** Only for this machine; its routes need `INTERNAL_SECRET`. */
  readonly api_internal: string;
  readonly rtmp: { readonly server: string; readonly key: string };
  /** The key is a bearer token. */
  readonly whip: { readonly url: string; readonly key: string };
  readonly accounts: Preparation['accounts'];
  readonly codes: readonly string[];
  /** Bearer token of the local owner: every permission of the console, from this machine only. */
  readonly operator_token: string;
  /** The console's set-up for its first owner; empty if there is one. */
  readonly setup_url: string;
  /** Empty in production. */
  readonly sandbox: string;
}

const fileOf = (dataDir: string): string => join(dataDir, 'run.json');

export const writeRunFile = (dataDir: string, run: RunFile): void =>
  writePrivately(fileOf(dataDir), run);

export const removeRunFile = (dataDir: string): void => rmSync(fileOf(dataDir), { force: true });

export function readRunFile(dataDir: string): RunFile | null {
  try {
    return JSON.parse(readFileSync(fileOf(dataDir), 'utf8')) as RunFile;
  } catch {
    return null;
  }
}

/** Parses the preparation's JSON line from its output. */
export function parsePreparation(output: string): Preparation {
  for (const line of output.split('\n').reverse()) {
    if (!line.startsWith('{')) continue;
    const parsed = JSON.parse(line) as Partial<Preparation>;
    if (parsed.accounts === undefined) continue;
    return {
      accounts: {
        fans: parsed.accounts.fans ?? [],
        operators: parsed.accounts.operators ?? [],
      },
      stream_key: parsed.stream_key ?? '',
      codes: parsed.codes ?? [],
      setup_url: parsed.setup_url ?? '',
    };
  }
  throw new Error('the preparation of the database returned no result');
}
