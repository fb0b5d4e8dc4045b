import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { copyFiles } from '@sangwian/embedded-postgres/copy-files';
import { startEmbeddedPostgres } from '@sangwian/embedded-postgres/embedded-postgres';
import { restoreCluster } from '@sangwian/embedded-postgres/restore-cluster';
import { checkSound } from '../../services/api/src/check-database.ts';
import type { Backup } from './back-up.ts';

/** Starts a restored database once, so that PostgreSQL recovers it, and checks its schema and its whole ledger. */
async function recover(dataDir: string): Promise<void> {
  const database = await startEmbeddedPostgres({ dataDir });
  try {
    await checkSound(database.url, 'restored database');
  } finally {
    await database.stop();
  }
}

/**
 * Restores a backup into a data folder without a database, and checks it.
 *
 * @throws {Error} with a message for the operator
 */
export async function restoreBackup({ folder }: Backup, dataDir: string): Promise<void> {
  mkdirSync(dataDir, { recursive: true });
  const [source, target] = [join(folder, 'pictures'), join(dataDir, 'pictures')];
  if (existsSync(target)) throw new Error(`${target} exists. Restore into another folder.`);
  await restoreCluster(join(folder, 'database'), dataDir);
  if (existsSync(source)) {
    mkdirSync(target);
    await copyFiles(source, target);
  }
  await recover(dataDir);
}

/** Restores the database of a backup into a temporary folder next to the backup, and checks the restored database. */
export async function verifyBackup({ folder }: Backup): Promise<void> {
  const scratch = mkdtempSync(join(dirname(folder), 'check-'));
  try {
    await restoreCluster(join(folder, 'database'), scratch);
    await recover(scratch);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
