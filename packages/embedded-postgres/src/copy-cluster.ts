import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { SEALED, sealFile, writeSynced } from '@sangwian/node-kit/sealed-file';
import pg from 'pg';
import { clusterLayout } from './cluster.ts';
import { type CopiedFiles, copyFiles, type Sealing } from './copy-files.ts';
import { runningUrls } from './running-urls.ts';
import { readArchiveId } from './wal-archive.ts';

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
  /** Time of the database at which the copy became consistent. Missing in backups of earlier versions. */
  readonly consistentAt?: string;
  /** Id of the WAL archive that continues the copy; `null` without an archive. */
  readonly archive?: string | null;
}

const isCopied = (path: string): boolean => {
  const [top = '', below] = path.split('/');
  if (below !== undefined && EMPTIED.has(top)) return false;
  return !LEFT_OUT.has(path) && !/(^|\/)pgsql_tmp/.test(path);
};

/** Writes a small file of the copy, encrypted if the copy is. */
const writeOne = (text: string, target: string, path: string, seal?: Sealing): Promise<void> => {
  const content = Readable.from([Buffer.from(text)]);
  const to = join(target, path);
  return seal === undefined
    ? writeSynced(content, to)
    : sealFile(content, to + SEALED, { secrets: seal.secrets, name: `${seal.scope}/${path}` });
};

/**
 * Copies a running cluster to an empty folder, without stopping it: a base backup with the WAL that makes it
 * consistent, and the passwords. The folder must be private.
 *
 * @param seal encrypts the copy
 */
export async function copyRunningCluster(
  dataDir: string,
  target: string,
  seal?: Sealing,
): Promise<ClusterCopy> {
  const sealBelow = (path: string): Sealing | undefined =>
    seal === undefined ? undefined : { ...seal, scope: `${seal.scope}/${path}` };
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
    const copied = await copyFiles(layout.data, data, {
      includes: isCopied,
      seal: sealBelow('data'),
    });
    const {
      label = '',
      last = '',
      at = '',
    } = await one(
      `select pg_walfile_name(lsn) as last, labelfile as label, (extract(epoch from clock_timestamp()) * 1000)::text as at
      from pg_backup_stop()`,
    );
    await writeOne(label, target, 'data/backup_label', seal);
    const log = await copyFiles(join(layout.data, 'pg_wal'), join(data, 'pg_wal'), {
      includes: (name) =>
        HISTORY.test(name) || (SEGMENT.test(name) && name >= first && name <= last),
      seal: sealBelow('data/pg_wal'),
    });
    const kept = new Set(readdirSync(join(data, 'pg_wal')));
    const suffix = seal === undefined ? '' : SEALED;
    if (!kept.has(first + suffix) || !kept.has(last + suffix)) {
      throw new Error(`The log from ${first} to ${last} is no longer complete.`);
    }
    await writeOne(readFileSync(layout.credentials, 'utf8'), target, 'credentials.json', seal);
    return {
      // With the label.
      files: copied.files + log.files + 1,
      bytes: copied.bytes + log.bytes,
      ...{ firstSegment: first, lastSegment: last },
      consistentAt: new Date(Number(at)).toISOString(),
      archive: readArchiveId(dataDir),
    };
  } finally {
    await client.end();
  }
}

/** Whether a folder holds the copy of a cluster. */
export const isClusterCopy = (folder: string): boolean =>
  ['', SEALED].some((suffix) => existsSync(join(folder, 'data', `backup_label${suffix}`)));
