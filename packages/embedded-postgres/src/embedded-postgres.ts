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
  /** Everything of the cluster lies in `<dataDir>/postgres`; made where it is missing. */
  readonly dataDir: string;
  readonly logger?: Logger;
  /** PostgreSQL settings on top of ours, such as `{ fsync: 'off' }` for tests. */
  readonly settings?: Readonly<Record<string, string>>;
  /** What happens on the way, in words for a person: "making a new database". */
  readonly onNote?: (text: string) => void;
}

export interface EmbeddedPostgres {
  /** The owner of the application's database and of nothing else, for migrations. Good until a clean stop. */
  readonly url: string;
  /** The role of the services, which is granted what they need and no more. Good until a clean stop. */
  readonly serviceUrl: string;
  /** The superuser, for tests and benches that make databases; the services never get it. */
  readonly adminUrl: string;
  readonly supervisorPid: number;
  /** Settles when the supervisor is gone, whether by `stop` or because somebody killed it. */
  readonly ended: Promise<void>;
  /** Stops PostgreSQL cleanly (fast shutdown); settles when nothing of it runs any more. */
  stop(): Promise<void>;
}

/** A settled start: either PostgreSQL accepts connections, or the reason why it does not. */
function firstAnswer(supervisor: ChildProcess, options: EmbeddedPostgresOptions): Promise<void> {
  return new Promise((done, fail) => {
    let problem = 'the supervisor of PostgreSQL ended at once';
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

/** The services' password: made of the owner's, so that it stays good when the database is started again. */
const servicePasswordOf = ({ password }: ClusterCredentials): string =>
  createHmac('sha256', password).update(SERVICE_ROLE).digest('base64url');

/** Makes the application's roles and database where they are missing. */
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
      // The password is of letters that need no quoting (base64url).
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
 * Starts the PostgreSQL that npm installed, under a supervisor that stops it when this process ends, however it ends.
 * A PostgreSQL that an earlier start left behind is stopped first. Several run side by side, one for each `dataDir`.
 * As root it runs under an unprivileged account.
 *
 * @throws {Error} with a sentence for the operator: the folder is in use, the platform is unknown, the disk is full ….
 */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  mkdirSync(resolve(options.dataDir), { recursive: true });
  const dataDir = realpathSync(resolve(options.dataDir));
  const order: SupervisorOrder = { dataDir, settings: options.settings ?? {} };
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
