import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from '@sangwian/node-kit/logger';
import { restartOnChange } from '../dev/dev-loop.ts';
import { type RunningDatabase, runEmbeddedDatabase } from './database.ts';
import { forgetProcesses, recordProcess } from './earlier-start.ts';
import { freePortNear, freeUdpPortNear, settlePorts } from './ports.ts';
import type { Progress } from './progress.ts';
import {
  type Preparation,
  parsePreparation,
  type RunFile,
  removeRunFile,
  writeRunFile,
} from './run-file.ts';
import { runHelper } from './run-helper.ts';
import { writeSamplePartner } from './sample-partner.ts';
import { type ServiceName, type SettledPorts, servicePlan, sharedEnvironment } from './services.ts';
import type { Secrets, StartSettings } from './settings.ts';
import { type SupervisedProcess, superviseProcess } from './supervised-process.ts';
import { ensureWebBuild } from './web-build.ts';

const READY_POLL_MS = 30;
/** Maximum time for the processes to start, after the build and the sample season. */
const READY_MS_MAX = 90_000;
const PUBLISHER_STOP_MS_MAX = 1_000;
const LOCAL_TOKEN_BYTES = 32;

export interface StackOrder {
  readonly settings: StartSettings;
  readonly secrets: Secrets;
  readonly logger: Logger;
  readonly progress: Progress;
}

export interface Stack {
  /** Starts everything and resolves when the site is ready. */
  start(): Promise<{ run: RunFile; rtmpPort: number }>;
  /** Stops everything in order, also during a start. */
  stop(): Promise<void>;
}

/** Whether `/health/ready` reports only the pages as missing. In development another process renders the pages. */
function lacksOnlyPages(answer: string): boolean {
  const { missing = [] } = JSON.parse(answer) as { missing?: readonly string[] };
  return missing.join() === 'pages';
}

/** Returns the site's URL for requests from this machine. */
function localUrl({ host: listening, port }: StartSettings): string {
  const host = listening === '0.0.0.0' || listening === '::' ? '127.0.0.1' : listening;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Returns the content of the run file. */
function runFileOf(
  { settings, secrets }: StackOrder,
  ports: { readonly api: number; readonly rtmp: number; readonly srt: number },
  preparation: Preparation,
): RunFile {
  const { hostname } = new URL(settings.url);
  const key = preparation.stream_key;
  const encryption =
    settings.srtPassphrase === ''
      ? ''
      : `&passphrase=${encodeURIComponent(settings.srtPassphrase)}`;
  return {
    url: settings.url,
    api: `${settings.url}/api/v1`,
    api_local: `${localUrl(settings)}/api/v1`,
    app_key: secrets.APP_KEY,
    api_internal: `http://127.0.0.1:${ports.api}`,
    rtmp: { server: `rtmp://${hostname}:${ports.rtmp}/live`, key },
    srt: { url: `srt://${hostname}:${ports.srt}?streamid=${key}${encryption}` },
    whip: { url: `${settings.url}/media/live/whip`, key },
    accounts: preparation.accounts,
    codes: preparation.codes,
    operator_token: randomBytes(LOCAL_TOKEN_BYTES).toString('base64url'),
    setup_url: preparation.setup_url,
    sandbox: settings.isProduction ? '' : `${settings.url}/sandbox`,
  };
}

/** Polls `/health/ready` until the site is ready. @throws if it is not within `READY_MS_MAX` */
async function untilReady(settings: StartSettings, stopped: AbortSignal): Promise<void> {
  const url = `${localUrl(settings)}/health/ready`;
  const deadline = Date.now() + READY_MS_MAX;
  let last = 'no answer';
  while (Date.now() < deadline) {
    stopped.throwIfAborted();
    try {
      const response = await fetch(url, { signal: AbortSignal.timeout(5_000) });
      const text = await response.text();
      last = `${response.status} ${text.slice(0, 500)}`;
      if (response.status === 200 || (settings.isDev && lacksOnlyPages(text))) return;
    } catch (error) {
      last = String(error);
    }
    await wait(READY_POLL_MS, undefined, { signal: stopped });
  }
  throw new Error(
    `The site is not ready after ${READY_MS_MAX / 1000} s: ${last}\n(logs: ${join(settings.dataDir, 'logs')})`,
  );
}

interface LauncherOptions {
  readonly dataDir: string;
  readonly stopped: AbortSignal;
  readonly onNote: (text: string) => void;
}

/** Starts and tracks supervised processes. */
function createLauncher({ dataDir, stopped, onNote }: LauncherOptions) {
  const services: SupervisedProcess[] = [];

  function launch(name: ServiceName, env: Readonly<Record<string, string>>): SupervisedProcess {
    stopped.throwIfAborted();
    const service = superviseProcess({
      ...servicePlan(name, dataDir, env),
      onSpawn: (pid) => recordProcess(dataDir, pid),
      onNote,
    });
    services.push(service);
    return service;
  }

  /** Starts the API on a separate port, behind the development server. */
  async function launchDevSite(env: Readonly<Record<string, string>>): Promise<SupervisedProcess> {
    const port = await freePortNear(0, '127.0.0.1');
    const api = launch('api', {
      ...env,
      HOST: '127.0.0.1',
      PORT: String(port),
      WEB_DIST: 'none',
      CONSOLE_DIST: 'none',
    });
    services.push(
      superviseProcess({
        name: 'pages',
        script: 'tools/dev/page-server.ts',
        logFile: logFileOf(dataDir, 'pages'),
        env: { ...env, DEV_API_URL: `http://127.0.0.1:${port}` },
        onSpawn: (pid) => recordProcess(dataDir, pid),
        onNote,
      }),
    );
    return api;
  }

  return { services, launch, launchDevSite };
}

const logFileOf = (dataDir: string, name: string): string => join(dataDir, 'logs', `${name}.log`);

/** Runs the API's preparation: migrations, and in development the sample season. */
async function prepare(
  { settings, progress }: StackOrder,
  env: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<Preparation> {
  const done = progress.step('data');
  const output = await runHelper({
    script: 'services/api/src/prepare.ts',
    logFile: logFileOf(settings.dataDir, 'prepare'),
    env,
    signal,
    answers: true,
  });
  done(settings.hasSamples ? 'sample season loaded' : 'up to date');
  return parsePreparation(output);
}

async function build({ settings, progress }: StackOrder, signal: AbortSignal): Promise<void> {
  if (settings.webDist !== '' || settings.isDev) return;
  const done = progress.step('pages');
  done(await ensureWebBuild(logFileOf(settings.dataDir, 'build'), signal));
}

/** Returns the environment of all services. */
function environmentOf(
  { settings, secrets }: StackOrder,
  ports: SettledPorts,
): Record<string, string> {
  return {
    ...sharedEnvironment(settings, secrets, ports),
    ...(settings.isProduction || settings.partnersFile !== ''
      ? {}
      : { PARTNERS_FILE: writeSamplePartner(settings.dataDir, secrets.SANDBOX_PARTNER_SEED) }),
  };
}

const settleAllPorts = async (settings: StartSettings): Promise<SettledPorts> => ({
  ...(await settlePorts(settings.innerPorts)),
  rtmp: await freePortNear(settings.rtmpPort, settings.rtmpHost),
  srt: await freeUdpPortNear(settings.srtPort, settings.srtHost),
});

/** Creates the complete stack of one machine. Calls `onLost` when the stack cannot be kept running. */
export function createStack(order: StackOrder, onLost: (reason: Error) => void): Stack {
  const { settings, logger, progress } = order;
  const { dataDir, archive } = settings;
  const stopped = new AbortController();
  let endWatch = (): void => undefined;
  let database: Promise<RunningDatabase> | null = null;

  const note = (text: string): void => {
    logger.warn(text);
    progress.say(`  ! ${text}`);
  };
  const { services, launch, launchDevSite } = createLauncher({
    dataDir,
    stopped: stopped.signal,
    onNote: note,
  });

  /** Starts the database and returns its connection URLs for the services and the owner. */
  async function startDatabase(): Promise<Record<'DATABASE_URL' | 'DATABASE_OWNER_URL', string>> {
    const { databaseUrl, databaseOwnerUrl } = settings;
    if (databaseUrl !== '') {
      return { DATABASE_URL: databaseUrl, DATABASE_OWNER_URL: databaseOwnerUrl };
    }
    const done = progress.step('database');
    database = runEmbeddedDatabase({ dataDir, archive }, { logger, onNote: note, onLost });
    const { url, serviceUrl } = await database;
    done('running');
    return { DATABASE_URL: serviceUrl, DATABASE_OWNER_URL: url };
  }

  async function startAll(): Promise<{ run: RunFile; rtmpPort: number }> {
    const ports = await settleAllPorts(settings);
    const env = environmentOf(order, ports);
    const media = launch('media', env);
    // The build and the database do not depend on each other, so they run in parallel.
    const building = build(order, stopped.signal);
    const preparing = startDatabase().then(async (addresses) => ({
      databaseUrl: addresses.DATABASE_URL,
      preparation: await prepare(order, { ...env, ...addresses }, stopped.signal),
    }));
    const [{ databaseUrl, preparation }] = await Promise.all([preparing, building]);

    const run = runFileOf(order, ports, preparation);
    // Scripts read the file as soon as the site is ready.
    writeRunFile(dataDir, run);

    const done = progress.step('services');
    const own = { DATABASE_URL: databaseUrl, LOCAL_OWNER_TOKEN: run.operator_token };
    const apiEnv = { ...env, ...own };
    const api = settings.isDev ? await launchDevSite(apiEnv) : launch('api', apiEnv);
    const launched = [media, api];
    if (!settings.isProduction) launched.push(launch('sandbox', env));
    const [[inUse]] = await Promise.all([
      Promise.all(services.map((service) => service.ready)),
      untilReady(settings, stopped.signal),
    ]);
    if (settings.isDev) endWatch = restartOnChange(launched, progress.say);
    done('ready');
    return { run, rtmpPort: inUse?.rtmp ?? ports.rtmp };
  }

  return {
    start: startAll,
    stop: async () => {
      stopped.abort();
      endWatch();
      // The sandbox's demo publisher stops first, so that its disconnect is not logged as a lost connection.
      const publisher = services.find((service) => service.name === 'sandbox')?.stop();
      await Promise.race([publisher, wait(PUBLISHER_STOP_MS_MAX, undefined, { ref: false })]);
      await Promise.all(services.map((service) => service.stop()));
      // After an interrupted start, the database may still be starting.
      const running = await database?.catch(() => null);
      await running?.stop();
      removeRunFile(dataDir);
      forgetProcesses(dataDir);
    },
  };
}
