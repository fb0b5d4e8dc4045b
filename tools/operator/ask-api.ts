import { existsSync, readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import { readRunFile } from '../start/run-file.ts';
import { ROOT, readOperatorEnvironment } from '../start/settings.ts';
import { UsageError } from './command-line.ts';

const ANSWER_MS_MAX = 60_000;

/** Returns the address of the internal routes, including the secret. */
function findInternalAddress(): string {
  const environment = readOperatorEnvironment();
  const dataDir = resolve(ROOT, environment.DATA_DIR);
  const url = environment.API_INTERNAL_URL || readRunFile(dataDir)?.api_internal;
  if (!url) {
    throw new Error(`No site runs from ${dataDir}. Start it, or set DATA_DIR or API_INTERNAL_URL.`);
  }
  const file = join(dataDir, 'secrets.json');
  const stored = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const secret = environment.INTERNAL_SECRET || stored.INTERNAL_SECRET;
  if (!secret) throw new Error('INTERNAL_SECRET is not set, and the data folder contains none.');
  return `${url}/internal/${encodeURIComponent(secret)}`;
}

interface Refusal {
  readonly message: string;
  readonly details?: ReadonlyArray<{ path: string; message: string }>;
}

/** A call of an internal route. */
export interface OperatorCall {
  /** Below the internal secret: `/members/standing`. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  /** Body of a call that changes something. */
  readonly body?: unknown;
}

/**
 * Calls an internal route of the running site (`DATA_DIR/run.json`, or `API_INTERNAL_URL`), so that a change also updates
 * its caches.
 *
 * @throws {Error} with the message of the refusal
 */
export async function askApi({ path, query = {}, body }: OperatorCall): Promise<unknown> {
  const search = new URLSearchParams(query);
  const response = await fetch(
    `${findInternalAddress()}${path}${search.size === 0 ? '' : `?${search}`}`,
    {
      signal: AbortSignal.timeout(ANSWER_MS_MAX),
      ...(body === undefined
        ? {}
        : {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(body),
          }),
    },
  );
  const answer: unknown = await response.json();
  if (response.ok) return answer;
  const { message, details = [] } = answer as Refusal;
  throw new Error([message, ...details.map((item) => `${item.path}: ${item.message}`)].join('\n'));
}

/**
 * Calls an internal route that streams lines of JSON, and passes on each line.
 *
 * @throws {Error} if the call is refused
 */
export async function followApi(path: string, onLine: (line: unknown) => void): Promise<void> {
  const response = await fetch(`${findInternalAddress()}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  if (!response.ok || response.body === null) throw new Error(`${path}: ${response.status}`);
  let partial = '';
  for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
    const lines = (partial + text).split('\n');
    partial = lines.pop() ?? '';
    for (const line of lines) onLine(JSON.parse(line));
  }
}

/** Runs a command and prints its answer or error, with the usage after a mistake on the command line. */
export async function runCommand(
  command: (args: readonly string[], operator: string) => Promise<unknown>,
  usage = '',
): Promise<void> {
  try {
    const answer = await command(process.argv.slice(2), userInfo().username);
    console.log(typeof answer === 'string' ? answer : JSON.stringify(answer, null, 2));
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    console.error(error instanceof UsageError ? `${message}\n\n${usage}` : message);
    process.exitCode = 1;
  }
}
