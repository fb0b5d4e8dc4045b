import { copyFileSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { clusterLayout } from './cluster.ts';
import { type CopiedFiles, copyFiles } from './copy-files.ts';
import { runningUrls } from './running-urls.ts';

/** Contents that PostgreSQL recreates, as listed in its documentation of base backups. */
const EMPTIED = new Set([
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_wal',
]);
const LEFT_OUT = new Set(['postmaster.pid', 'postmaster.opts', 'backup_label.old']);
const SEGMENT = /^[0-9A-F]{24}$/;
const HISTORY = /^[0-9A-F]{8}\.history$/;

export interface ClusterCopy extends CopiedFiles {
  /** The first and the last WAL file that the copy needs. */
  readonly firstSegment: string;
  readonly lastSegment: string;
}

const isCopied = (path: string): boolean => {
  const [top = '', below] = path.split('/');
  if (below !== undefined && EMPTIED.has(top)) return false;
  return !LEFT_OUT.has(path) && !/(^|\/)pgsql_tmp/.test(path);
};

/**
 * Copies a running cluster to an empty folder, without stopping it: a base backup with the WAL that makes it
 * consistent, and the passwords. The folder must be private.
 */
export async function copyRunningCluster(dataDir: string, target: string): Promise<ClusterCopy> {
  const layout = clusterLayout(dataDir);
  const client = new pg.Client({ connectionString: runningUrls(dataDir).admin });
  await client.connect();
  try {
    const one = async (text: string): Promise<Record<string, string>> =>
      (await client.query<Record<string, string>>(text)).rows[0] ?? {};
    // The replication slot keeps the WAL until the copy is complete. PostgreSQL drops the slot when the connection
    // ends.
    await client.query(
      `select pg_create_physical_replication_slot('sangwian_copy_' || pg_backend_pid(), true, true)`,
    );
    const { first = '' } = await one(
      `select pg_walfile_name(pg_backup_start('sangwian', true)) as first`,
    );
    const data = join(target, 'data');
    mkdirSync(data, { mode: 0o700 });
    const copied = await copyFiles(layout.data, data, { includes: isCopied });
    const { label = '', last = '' } = await one(
      `select pg_walfile_name(lsn) as last, labelfile as label from pg_backup_stop()`,
    );
    writeFileSync(join(data, 'backup_label'), label);
    const log = await copyFiles(join(layout.data, 'pg_wal'), join(data, 'pg_wal'), {
      includes: (name) =>
        HISTORY.test(name) || (SEGMENT.test(name) && name >= first && name <= last),
    });
    const kept = new Set(readdirSync(join(data, 'pg_wal')));
    if (!kept.has(first) || !kept.has(last)) {
      throw new Error(`The log from ${first} to ${last} is no longer complete.`);
    }
    copyFileSync(layout.credentials, join(target, 'credentials.json'));
    return {
      files: copied.files + log.files,
      bytes: copied.bytes + log.bytes,
      ...{ firstSegment: first, lastSegment: last },
    };
  } finally {
    await client.end();
  }
}

/** Whether a folder holds the copy of a cluster. */
export const isClusterCopy = (folder: string): boolean =>
  existsSync(join(folder, 'data', 'backup_label'));
