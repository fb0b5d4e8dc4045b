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

/** Result of the API's preparation step. Without sample data, most fields are empty. */
export interface Preparation {
  readonly accounts: {
    readonly fans: readonly FanAccount[];
    readonly operators: readonly OperatorAccount[];
  };
  /** Stream key of the channel for the user's own encoder. */
  readonly stream_key: string;
  /** Codes to redeem. */
  readonly codes: readonly string[];
  /** URL where the first owner of the console creates an account; empty if an owner exists. */
  readonly setup_url: string;
}

/**
 * `DATA_DIR/run.json`: URLs and credentials of this run, for scripts. Has mode 0600 and exists while the stack runs.
 */
export interface RunFile {
  readonly url: string;
  readonly api: string;
  /** Base URL of the API on loopback. Only requests to this URL may use `operator_token`. */
  readonly api_local: string;
  readonly app_key: string;
  /** Internal listener, reachable only from this machine. Its routes require `INTERNAL_SECRET`. */
  readonly api_internal: string;
  readonly rtmp: { readonly server: string; readonly key: string };
  /** Contains the key as the stream id. */
  readonly srt: { readonly url: string };
  /** The key is sent as a bearer token. */
  readonly whip: { readonly url: string; readonly key: string };
  readonly accounts: Preparation['accounts'];
  readonly codes: readonly string[];
  /** Bearer token of the local owner. Has every permission of the console; valid only from this machine. */
  readonly operator_token: string;
  /** URL where the first owner of the console creates an account; empty if an owner exists. */
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
