/**
 * `npm run backup`: backs up the embedded database and the images while the site runs. Then restores the backup into a
 * temporary folder, checks the restored ledger, and records the backup for the console's Health section.
 */
import { join, resolve } from 'node:path';
import { startEmbeddedPostgres } from '@sangwian/embedded-postgres/embedded-postgres';
import { runningUrls } from '@sangwian/embedded-postgres/running-urls';
import { readEnvironment, variables } from '@sangwian/node-kit/environment';
import { createLogger } from '@sangwian/node-kit/logger';
import { acquireProcessLock, LockHeldError } from '@sangwian/node-kit/process-lock';
import { splitSecrets } from '@sangwian/node-kit/secret-strength';
import {
  BackupStore,
  type RecordedBackup,
} from '../../services/api/src/domains/operations/health-desk/backup.store.ts';
import { createDatabase } from '../../services/api/src/platform/database/create-database.ts';
import { readArguments, UsageError } from '../operator/command-line.ts';
import { runCommand } from '../operator/run-command.ts';
import { loadDotEnv, ROOT, readArchive } from '../start/settings.ts';
import { backUp, bytesOf, removeOld } from './back-up.ts';
import { verifyBackup } from './restore-backup.ts';

const KEPT = 7;
const USAGE = `Usage:
  npm run backup -- [folder] [--keep 7] [--unchecked]   backs up DATA_DIR into the folder (default: BACKUP_DIR) and keeps
                                                        the newest backups
  npm run backup -- --record <place>                    records a backup that another program has made and checked

The site may run. --unchecked leaves out the restore into a temporary folder; such a backup is not recorded.`;

async function record(url: string, backup: RecordedBackup): Promise<void> {
  const db = createDatabase(url, createLogger('backup', 'silent'), {
    applicationName: 'sangwian-backup',
  });
  try {
    await new BackupStore(db).record(backup);
  } finally {
    await db.destroy();
  }
}

/**
 * Runs `work` while the database of the data folder runs. If no site runs from this folder, starts the database for the
 * duration of `work`.
 */
async function whileRunning<Result>(dataDir: string, work: () => Promise<Result>): Promise<Result> {
  let lock: ReturnType<typeof acquireProcessLock>;
  try {
    lock = acquireProcessLock(join(dataDir, 'start.lock'));
  } catch (error) {
    if (error instanceof LockHeldError) return work();
    throw error;
  }
  try {
    const database = await startEmbeddedPostgres({ dataDir });
    try {
      return await work();
    } finally {
      await database.stop();
    }
  } finally {
    lock.release();
  }
}

const megabytes = (bytes: number): string => `${Math.ceil(bytes / 1_000_000)} MB`;

interface Order {
  readonly dataDir: string;
  readonly folder: string;
  readonly secrets: readonly string[];
  readonly keep: number;
  readonly isChecked: boolean;
}

const backUpSite = ({ dataDir, folder, secrets, keep, isChecked }: Order): Promise<string> =>
  whileRunning(dataDir, async () => {
    const began = performance.now();
    const seconds = (): string => ((performance.now() - began) / 1_000).toFixed(1);
    const backup = await backUp({ dataDir, folder, now: new Date(), secrets });
    const { manifest } = backup;
    const bytes = bytesOf(manifest);
    console.error(`${megabytes(bytes)} copied in ${seconds()} s`);
    if (isChecked) {
      // A decrypted copy must not reach the folder of the backups.
      await verifyBackup(backup, backup.isSealed ? dataDir : folder);
      console.error(`restored and checked after ${seconds()} s: the ledger has no fault`);
      const takenAt = new Date(manifest.taken_at);
      await record(runningUrls(dataDir).owner, { takenAt, bytes, place: folder });
    }
    const removed = await removeOld(folder, { keep, dataDir, secrets });
    if (!backup.isSealed) console.error('The backup is not encrypted: set BACKUP_SECRET.');
    return `${backup.folder} is complete; older backups removed: ${removed}. Keep the secrets (.env or secrets.json) in another place.`;
  });

function readKeep(text: string): number {
  const keep = Number(text);
  if (!Number.isInteger(keep) || keep < 1) throw new UsageError('--keep is a whole number from 1.');
  return keep;
}

await runCommand(async (args) => {
  const { positionals, values } = readArguments(args, {
    keep: { type: 'string' },
    unchecked: { type: 'boolean' },
    record: { type: 'string' },
  });
  loadDotEnv();
  const settings = readEnvironment(
    variables('DATA_DIR', 'DATABASE_URL', 'DATABASE_OWNER_URL', 'BACKUP_DIR', 'BACKUP_SECRET'),
  );
  const dataDir = resolve(ROOT, settings.DATA_DIR);
  const external = settings.DATABASE_OWNER_URL || settings.DATABASE_URL;
  if (values.record !== undefined) {
    const place = values.record.trim();
    if (place === '' || positionals.length > 0) throw new UsageError('--record needs a place.');
    await record(external || runningUrls(dataDir).owner, { takenAt: new Date(), bytes: 0, place });
    return `Recorded: ${place}.`;
  }
  const [folder = readArchive(settings)?.folder, ...more] = positionals;
  if (folder === undefined || more.length > 0) throw new UsageError('Name one folder.');
  if (external !== '') {
    throw new Error(
      'DATABASE_URL is set: back up that PostgreSQL with its own tools (docs/runbooks/backup.md), then record it with --record.',
    );
  }
  return backUpSite({
    dataDir,
    folder: resolve(folder),
    secrets: splitSecrets(settings.BACKUP_SECRET),
    keep: readKeep(values.keep ?? String(KEPT)),
    isChecked: values.unchecked !== true,
  });
}, USAGE);
