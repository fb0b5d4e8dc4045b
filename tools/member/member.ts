/**
 * `npm run member`: how a member stands, and what an operator does about it, until there is a console. It speaks to the
 * running site (`DATA_DIR/run.json`, or `API_INTERNAL_URL`), so that sockets and players hear of it at once.
 */
import { existsSync, readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import { readRunFile } from '../start/run-file.ts';
import { ROOT, readEnvironment } from '../start/settings.ts';
import { type MemberCommand, readCommand } from './member-command.ts';

const ANSWER_MS_MAX = 15_000;

/** Where the internal routes of the running site are, its secret included. */
function findInternalAddress(): string {
  const environment = readEnvironment();
  const dataDir = resolve(ROOT, environment.text('DATA_DIR'));
  const url = environment.text('API_INTERNAL_URL') || readRunFile(dataDir)?.api_internal;
  if (!url) {
    throw new Error(
      `Nothing runs from ${dataDir}. Start it, or name its DATA_DIR, or its API_INTERNAL_URL.`,
    );
  }
  const file = join(dataDir, 'secrets.json');
  const kept = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const secret = environment.text('INTERNAL_SECRET') || kept.INTERNAL_SECRET;
  if (!secret) throw new Error('INTERNAL_SECRET is not set, and the folder keeps none.');
  return `${url}/internal/${encodeURIComponent(secret)}/members/standing`;
}

interface Refusal {
  readonly message: string;
  readonly details?: ReadonlyArray<{ path: string; message: string }>;
}

async function ask(address: string, command: MemberCommand): Promise<unknown> {
  const signal = AbortSignal.timeout(ANSWER_MS_MAX);
  const response =
    command.kind === 'show'
      ? await fetch(`${address}?member=${encodeURIComponent(command.member)}`, { signal })
      : await fetch(address, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(command.body),
          signal,
        });
  const answer: unknown = await response.json();
  if (response.ok) return answer;
  const { message, details = [] } = answer as Refusal;
  throw new Error([message, ...details.map((one) => `${one.path}: ${one.message}`)].join('\n'));
}

try {
  const command = readCommand(process.argv.slice(2), userInfo().username, new Date());
  console.log(JSON.stringify(await ask(findInternalAddress(), command), null, 2));
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
