import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { clusterLayout } from '@sangwian/embedded-postgres/cluster';
import { copyFiles } from '@sangwian/embedded-postgres/copy-files';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '@sangwian/embedded-postgres/embedded-postgres';
import { recoverCluster } from '@sangwian/embedded-postgres/recover-cluster';
import { restoreCluster } from '@sangwian/embedded-postgres/restore-cluster';
import { checkSound } from '../../services/api/src/check-database.ts';
import { type Backup, sealingOf } from './back-up.ts';

/** Until when the archived log is replayed after the backup; `latest`: all of it. */
export type RestoreUntil = Date | 'latest';

/** Checks the schema and the whole ledger of a restored database, and stops the database. */
async function check(database: EmbeddedPostgres): Promise<void> {
  try {
    await checkSound(database.url, 'restored database');
  } finally {
    await database.stop();
  }
}

async function restoreDatabase(backup: Backup, dataDir: string): Promise<void> {
  const source = {
    folder: join(backup.folder, 'database'),
    copy: backup.manifest.database,
    unseal: sealingOf(backup, 'database'),
  };
  await restoreCluster(source, dataDir);
}

/** Returns the id of the archive that can bring the backup to a time. @throws {Error} if there is none */
function archiveOf({ folder, manifest }: Backup, until: RestoreUntil): string {
  const { archive, consistentAt } = manifest.database;
  if (archive == null || consistentAt === undefined) {
    throw new Error(`${folder} was made without an archive of the log (BACKUP_DIR).`);
  }
  if (until !== 'latest' && until.getTime() < Date.parse(consistentAt)) {
    throw new Error(`${folder} can be restored to ${consistentAt} or later.`);
  }
  return archive;
}

/**
 * Restores a backup into a data folder without a database, and checks it.
 *
 * @param until replays the archived log; without it, the database is as it was at the end of the backup
 * @throws {Error} with a message for the operator
 */
export async function restoreBackup(
  backup: Backup,
  dataDir: string,
  until?: RestoreUntil,
): Promise<void> {
  const archiveId = until === undefined ? null : archiveOf(backup, until);
  const { folder, isSealed, secrets } = backup;
  mkdirSync(dataDir, { recursive: true });
  const [source, target] = [join(folder, 'pictures'), join(dataDir, 'pictures')];
  if (existsSync(target)) throw new Error(`${target} exists. Restore into another folder.`);
  await restoreDatabase(backup, dataDir);
  if (existsSync(source)) {
    mkdirSync(target);
    await copyFiles(source, target, { unseal: sealingOf(backup, 'pictures') });
  }
  if (archiveId === null || until === undefined) {
    return check(await startEmbeddedPostgres({ dataDir }));
  }
  const recovering = recoverCluster({
    dataDir,
    archive: { folder: dirname(folder), secrets },
    archiveId,
    isSealed,
    until: until === 'latest' ? null : until,
  });
  const database = await recovering.catch((error: unknown) => {
    // Otherwise another time could not be restored into the same folder.
    for (const made of [clusterLayout(dataDir).home, target]) {
      rmSync(made, { recursive: true, force: true });
    }
    throw error;
  });
  await check(database);
}

/**
 * Restores the database of a backup into a temporary folder, and checks the restored database.
 *
 * @param place contains the temporary folder, which is not encrypted
 */
export async function verifyBackup(backup: Backup, place: string): Promise<void> {
  const scratch = mkdtempSync(join(place, 'check-'));
  try {
    await restoreDatabase(backup, scratch);
    await check(await startEmbeddedPostgres({ dataDir: scratch }));
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
