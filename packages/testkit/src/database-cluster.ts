import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@sangwian/node-kit/postgres/embedded-postgres';
import { processIdentity } from '@sangwian/node-kit/process-lock';
import pg from 'pg';

const FOLDER = /^sangwian-test-(\d+)-/;

/** Where the databases of one test run live; plain data, so that it can be handed to the workers. */
export interface TestCluster {
  /** The superuser, in the maintenance database. */
  readonly adminUrl: string;
  /** The owner, in the template: its name is replaced by that of a copy. */
  readonly templateUrl: string;
  /** The services' role, likewise. */
  readonly serviceUrl: string;
}

export interface RunningTestCluster extends TestCluster {
  /** Stops the cluster and removes its files. */
  stop(): Promise<void>;
}

/** Runs one statement as the superuser. Names in it are ours, never a user's. */
export async function runAsAdmin(adminUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Removes the folders of test runs that were killed. */
function removeOldFolders(): void {
  for (const name of readdirSync(tmpdir())) {
    const pid = FOLDER.exec(name)?.[1];
    if (pid === undefined || processIdentity(Number(pid)) !== null) continue;
    rmSync(join(tmpdir(), name), { recursive: true, force: true });
  }
}

/**
 * Starts a throw-away cluster and brings its template database up to date.
 *
 * A test run is thrown away with the machine, so nothing is flushed to disk: that is the only difference from the
 * cluster that users get.
 *
 * @param migrate brings the database at the address to the newest schema
 */
export async function startTestCluster(
  migrate: (databaseUrl: string, serviceRole: string) => Promise<unknown>,
): Promise<RunningTestCluster> {
  removeOldFolders();
  const dataDir = mkdtempSync(join(tmpdir(), `sangwian-test-${process.pid}-`));
  chmodSync(dataDir, 0o711);
  const database = await startEmbeddedPostgres({
    dataDir,
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      shared_buffers: '128MB',
      max_connections: '300',
      autovacuum: 'off',
    },
  });
  const stop = async (): Promise<void> => {
    await database.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    await migrate(database.url, new URL(database.serviceUrl).username);
    await runAsAdmin(
      database.adminUrl,
      'ALTER DATABASE sangwian WITH IS_TEMPLATE true ALLOW_CONNECTIONS false',
    );
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    adminUrl: database.adminUrl,
    templateUrl: database.url,
    serviceUrl: database.serviceUrl,
    stop,
  };
}
