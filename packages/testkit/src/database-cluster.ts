import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@sangwian/embedded-postgres/embedded-postgres';
import { fastFolder } from '@sangwian/node-kit/fast-folder';
import { processIdentity } from '@sangwian/node-kit/process-lock';
import pg from 'pg';

const FOLDER = /^sangwian-test-(\d+)-/;

/** The database cluster of one test run, as plain data that can be passed to workers. */
export interface TestCluster {
  /** The superuser, in the maintenance database. */
  readonly adminUrl: string;
  /** The owner, in the template database. */
  readonly templateUrl: string;
  /** The services' role, in the template database. */
  readonly serviceUrl: string;
}

export interface RunningTestCluster extends TestCluster {
  /** Stops the cluster and removes its files. */
  stop(): Promise<void>;
}

/** Runs one trusted statement as the superuser. */
export async function runAsAdmin(adminUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Removes the folders of killed test runs. */
function removeOldFolders(folder: string): void {
  for (const name of readdirSync(folder)) {
    const pid = FOLDER.exec(name)?.[1];
    if (pid === undefined || processIdentity(Number(pid)) !== null) continue;
    rmSync(join(folder, name), { recursive: true, force: true });
  }
}

/**
 * Starts a temporary cluster and migrates its template database. Data is never flushed to disk, because it need not
 * survive a crash.
 * @param migrate migrates the database at this URL to the newest schema
 */
export async function startTestCluster(
  migrate: (databaseUrl: string, serviceRole: string) => Promise<unknown>,
): Promise<RunningTestCluster> {
  const folder = fastFolder();
  removeOldFolders(folder);
  const dataDir = mkdtempSync(join(folder, `sangwian-test-${process.pid}-`));
  chmodSync(dataDir, 0o711);
  const database = await startEmbeddedPostgres({
    dataDir,
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      shared_buffers: '128MB',
      max_wal_size: '256MB',
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
