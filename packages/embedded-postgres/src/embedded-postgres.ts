import { type ChildProcess, spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdirSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Logger } from '@sangwian/node-kit/logger';
import pg from 'pg';
import {
  ADMIN_ROLE,
  APP_ROLE,
  type ClusterCredentials,
  clusterLayout,
  connectionUrl,
  readCredentials,
  SERVICE_ROLE,
} from './cluster.ts';
import type { SupervisorMessage, SupervisorOrder } from './supervisor-messages.ts';

const STOP_MS_MAX = 9_500;

export interface EmbeddedPostgresOptions {
  /** The cluster is in `<dataDir>/postgres`, which is created if it is missing. */
  readonly dataDir: string;
  readonly logger?: Logger;
  /** PostgreSQL settings on top of ours, such as `{ fsync: 'off' }` for tests. */
  readonly settings?: Readonly<Record<string, string>>;
  /** The start replays an archive (`recover-cluster.ts`): it takes any time, and a failure is final. */
  readonly isRecovery?: boolean;
  /** Receives progress messages for people, such as "creating a new database". */
  readonly onNote?: (text: string) => void;
}

export interface EmbeddedPostgres {
  /** Connection URL for the owner of the application's database, for migrations. Valid until a clean stop. */
  readonly url: string;
  /** Connection URL for the services' role, which has only the privileges that they need. Valid until a clean stop. */
  readonly serviceUrl: string;
  /** Connection URL for the superuser, for tests and benchmarks that create databases. Services never receive it. */
  readonly adminUrl: string;
  readonly supervisorPid: number;
  /** Resolves when the supervisor has ended, by `stop` or by a kill. */
  readonly ended: Promise<void>;
  /** Stops PostgreSQL cleanly (fast shutdown); resolves when none of its processes runs. */
  stop(): Promise<void>;
}

/** Resolves when PostgreSQL accepts connections; rejects with the reason if it does not. */
function firstAnswer(supervisor: ChildProcess, options: EmbeddedPostgresOptions): Promise<void> {
  return new Promise((done, fail) => {
    let problem = 'the supervisor of PostgreSQL ended immediately';
    supervisor.on('message', (message: SupervisorMessage) => {
      if (message.type === 'ready') done();
      else if (message.type === 'failed') {
        problem = message.text;
        options.logger?.error({ reason: message.text }, 'embedded database failed');
        fail(new Error(message.text));
      } else {
        options.logger?.info(message.text);
        options.onNote?.(message.text);
      }
    });
    supervisor.once('error', fail);
    supervisor.once('exit', () => fail(new Error(problem)));
  });
}

/** Returns the services' password, derived from the owner's, so that it survives restarts. */
const servicePasswordOf = ({ password }: ClusterCredentials): string =>
  createHmac('sha256', password).update(SERVICE_ROLE).digest('base64url');

/** Creates the roles and the database of the application if they are missing. */
async function ensureDatabase(adminUrl: string, credentials: ClusterCredentials): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const known = await client.query<{ role: boolean; service: boolean; database: boolean }>(
      `SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = $1) AS role,
              EXISTS (SELECT FROM pg_roles WHERE rolname = $2) AS service,
              EXISTS (SELECT FROM pg_database WHERE datname = $1) AS database`,
      [APP_ROLE, SERVICE_ROLE],
    );
    const [found] = known.rows;
    if (found?.role !== true) {
      // The password is base64url and needs no quoting.
      await client.query(`CREATE ROLE ${APP_ROLE} LOGIN PASSWORD '${credentials.password}'`);
    }
    if (found?.database !== true) {
      await client.query(`CREATE DATABASE ${APP_ROLE} OWNER ${APP_ROLE}`);
    }
    if (found?.service !== true) {
      const password = servicePasswordOf(credentials);
      await client.query(`CREATE ROLE ${SERVICE_ROLE} LOGIN PASSWORD '${password}'`);
    }
  } finally {
    await client.end();
  }
}

/**
 * Starts the PostgreSQL that npm installed, under a supervisor that stops it when this process ends for any reason.
 * Stops a PostgreSQL left by an earlier start first. Each `dataDir` has its own instance. As root, PostgreSQL runs
 * under an unprivileged account.
 *
 * @throws {Error} with a sentence for the operator: the folder is in use, the platform is unknown, the disk is full
 */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  mkdirSync(resolve(options.dataDir), { recursive: true });
  const dataDir = realpathSync(resolve(options.dataDir));
  const { settings = {}, isRecovery = false } = options;
  const order: SupervisorOrder = { dataDir, settings, isRecovery };
  const supervisor = spawn(
    process.execPath,
    [fileURLToPath(new URL('./supervisor.ts', import.meta.url)), JSON.stringify(order)],
    { detached: true, cwd: dataDir, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] },
  );
  const ended = new Promise<void>((done) => {
    supervisor.once('exit', () => done());
    supervisor.once('error', () => done());
  });
  const stop = async (): Promise<void> => {
    if (supervisor.connected) supervisor.send({ type: 'stop' }, () => undefined);
    const patience = setTimeout(() => supervisor.kill('SIGKILL'), STOP_MS_MAX);
    await ended;
    clearTimeout(patience);
  };

  try {
    await firstAnswer(supervisor, options);
    const credentials = readCredentials(clusterLayout(dataDir));
    if (credentials === null) throw new Error('the database has no credentials');
    const url = (role: string, password: string, database: string): string =>
      connectionUrl(role, password, database, credentials.runDir);
    const adminUrl = url(ADMIN_ROLE, credentials.adminPassword, ADMIN_ROLE);
    await ensureDatabase(adminUrl, credentials);
    return {
      url: url(APP_ROLE, credentials.password, APP_ROLE),
      serviceUrl: url(SERVICE_ROLE, servicePasswordOf(credentials), APP_ROLE),
      adminUrl,
      supervisorPid: supervisor.pid ?? 0,
      ended,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
