/**
 * `npm start`: runs the complete site on one machine, from the database to the demo broadcast, until Ctrl-C.
 * `--production` starts without the sandbox and sample data, and requires secrets.
 */
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createLogger } from '@sangwian/node-kit/logger';
import {
  acquireProcessLock,
  LockHeldError,
  type ProcessLock,
} from '@sangwian/node-kit/process-lock';
import { openRotatingFile } from '@sangwian/node-kit/rotating-file';
import { awaitEarlierProcesses } from './earlier-start.ts';
import { freePortNear, isPortFree } from './ports.ts';
import { createProgress } from './progress.ts';
import { readRunFile } from './run-file.ts';
import {
  makeDataDir,
  readSecrets,
  readSettings,
  readStartEnvironment,
  type StartSettings,
} from './settings.ts';
import { createStack } from './stack.ts';
import { describeRun } from './welcome.ts';

/** After this time the launcher exits. Remaining processes then stop by themselves. */
const STOP_MS_MAX = 9_800;

const progress = createProgress(process.stdout);
let wasReady = false;

function lockDataDir(dataDir: string): ProcessLock {
  try {
    return acquireProcessLock(join(dataDir, 'start.lock'));
  } catch (error) {
    if (!(error instanceof LockHeldError)) throw error;
    const run = readRunFile(dataDir);
    throw new Error(
      `Sangwian already runs from ${dataDir} (process ${error.pid}${run === null ? '' : `, ${run.url}`}).\n` +
        'To run a second copy, set another folder and port: DATA_DIR=./data-2 PORT=8090 npm start',
    );
  }
}

async function refuseTakenPort(settings: StartSettings): Promise<void> {
  if (await isPortFree(settings.port, settings.host)) return;
  const other = await freePortNear(settings.port + 10, settings.host);
  throw new Error(
    `Port ${settings.port} is taken by another program. Choose another one: PORT=${other} npm start`,
  );
}

async function main(): Promise<void> {
  const environment = readStartEnvironment();
  const settings = readSettings(environment, process.argv.slice(2));
  makeDataDir(settings.dataDir);
  const lock = lockDataDir(settings.dataDir);
  try {
    if (await awaitEarlierProcesses(settings.dataDir)) {
      progress.say('  Waited for the processes of an earlier start.');
    }
    await refuseTakenPort(settings);
    const secrets = readSecrets(environment, settings);
    await run(settings, { secrets, logLevel: environment.LOG_LEVEL });
  } finally {
    lock.release();
  }
}

/** Starts everything and resolves after everything has stopped. */
async function run(
  settings: StartSettings,
  { secrets, logLevel }: { secrets: ReturnType<typeof readSecrets>; logLevel: string },
): Promise<void> {
  const logger = createLogger(
    'start',
    logLevel,
    openRotatingFile(join(settings.dataDir, 'logs', 'start.log')),
  );
  const stopRequest = Promise.withResolvers<Error | null>();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => stopRequest.resolve(null));
  }
  // The parent process has exited, perhaps by `kill -9`.
  process.on('disconnect', () => stopRequest.resolve(null));
  if (process.send !== undefined && !process.connected) stopRequest.resolve(null);

  const stack = createStack({ settings, secrets, logger, progress }, (reason) =>
    stopRequest.resolve(reason),
  );
  stack.start().then(
    ({ run: file, rtmpPort }) => {
      wasReady = true;
      progress.say(describeRun(settings, file, rtmpPort, progress.elapsed()));
    },
    (error: unknown) => stopRequest.resolve(error as Error),
  );
  const reason = await stopRequest.promise;
  if (reason === null) progress.say('\nStopping …');
  await Promise.race([stack.stop(), wait(STOP_MS_MAX, undefined, { ref: false })]);
  if (reason !== null) throw reason;
  progress.say('Stopped; no process is left.');
}

try {
  await main();
  progress.end();
  process.exit(0);
} catch (error) {
  progress.end();
  const reason = error instanceof Error ? error.message : String(error);
  console.error(`\n${wasReady ? 'Sangwian has stopped.' : 'Sangwian did not start.'}\n${reason}`);
  process.exit(1);
}
