import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { type ClusterCopy, copyRunningCluster } from '@sangwian/embedded-postgres/copy-cluster';
import { type CopiedFiles, copyFiles, type Sealing } from '@sangwian/embedded-postgres/copy-files';
import { pruneArchives, readArchiveId } from '@sangwian/embedded-postgres/wal-archive';
import { acquireProcessLock } from '@sangwian/node-kit/process-lock';
import { openSealed, SEALED, sealFile, writeSynced } from '@sangwian/node-kit/sealed-file';

const NAME = /^\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}Z$/;
const UNFINISHED = '.unfinished';

/** `manifest.json` of a backup. Written last, once all other files are on disk. */
export interface Manifest {
  /** Time of the backup; a restore recovers the database to this state. */
  readonly taken_at: string;
  readonly database: ClusterCopy;
  /** Uploaded images and slips; `null` if they are in a bucket. */
  readonly pictures: CopiedFiles | null;
}

export interface Backup {
  readonly folder: string;
  readonly manifest: Manifest;
  readonly isSealed: boolean;
  readonly secrets: Secrets;
}

/** Returns how the files of a folder of the backup are encrypted. Images have the same names in all backups. */
export function sealingOf(
  { folder, isSealed, secrets }: Omit<Backup, 'manifest'>,
  part: 'database' | 'pictures',
): Sealing | undefined {
  if (!isSealed) return undefined;
  return { secrets, scope: part === 'pictures' ? part : `${basename(folder)}/${part}` };
}

/** Secrets of encrypted backups (`BACKUP_SECRET`): the first one encrypts, each one decrypts. */
type Secrets = readonly string[];

const MANIFEST = 'manifest.json';

const manifestName = (folder: string, secrets: Secrets) => ({
  secrets,
  name: `${basename(folder)}/${MANIFEST}`,
});

async function readBackup(folder: string, secrets: Secrets): Promise<Backup> {
  const path = join(folder, MANIFEST);
  const isSealed = existsSync(path + SEALED);
  const content = isSealed
    ? await text(openSealed(path + SEALED, manifestName(folder, secrets)))
    : await readFile(path, 'utf8');
  return { folder, manifest: JSON.parse(content) as Manifest, isSealed, secrets };
}

/**
 * Returns the complete backups in a folder, oldest first.
 * @throws {SealedFileError} if one is encrypted with another secret
 */
export async function listBackups(folder: string, secrets: Secrets = []): Promise<Backup[]> {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => NAME.test(name));
  return Promise.all(names.sort().map((name) => readBackup(join(folder, name), secrets)));
}

interface BackUpOptions {
  /** The data folder. Its database must be running. */
  readonly dataDir: string;
  /** The folder that contains all backups. */
  readonly folder: string;
  readonly now: Date;
  /** Without a secret, the backup is not encrypted. */
  readonly secrets?: Secrets;
}

/** Copies the images, and links those that the previous backup contains in the same form. */
async function backUpPictures(
  source: string,
  target: string,
  { earlier, seal }: { readonly earlier: Backup | undefined; readonly seal: Sealing | undefined },
): Promise<CopiedFiles | null> {
  if (!existsSync(source)) return null;
  mkdirSync(target, { mode: 0o700 });
  return copyFiles(source, target, {
    earlier: earlier && join(earlier.folder, 'pictures'),
    seal,
  });
}

/**
 * Backs up the database and the images into a temporary folder, and renames the folder once the backup is complete.
 * Images that the previous backup contains are hard-linked.
 *
 * @throws {LockHeldError} while another backup writes into the folder
 */
export async function backUp(options: BackUpOptions): Promise<Backup> {
  const { dataDir, folder, now, secrets = [] } = options;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const lock = acquireProcessLock(join(folder, 'backup.lock'));
  try {
    for (const name of readdirSync(folder)) {
      if (name.endsWith(UNFINISHED)) rmSync(join(folder, name), { recursive: true });
    }
    const name = `${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z`;
    const made = { folder: join(folder, name), isSealed: secrets.length > 0, secrets };
    const earlier = (await listBackups(folder, secrets)).at(-1);
    const draft = made.folder + UNFINISHED;
    const target = join(draft, 'database');
    mkdirSync(target, { recursive: true, mode: 0o700 });
    const database = await copyRunningCluster(dataDir, target, sealingOf(made, 'database'));
    const pictures = await backUpPictures(join(dataDir, 'pictures'), join(draft, 'pictures'), {
      earlier,
      seal: sealingOf(made, 'pictures'),
    });
    const manifest: Manifest = { taken_at: now.toISOString(), database, pictures };
    const content = Readable.from([Buffer.from(JSON.stringify(manifest, null, 2))]);
    const path = join(draft, MANIFEST);
    if (made.isSealed) {
      await sealFile(content, path + SEALED, manifestName(made.folder, secrets));
    } else await writeSynced(content, path);
    renameSync(draft, made.folder);
    return { ...made, manifest };
  } finally {
    lock.release();
  }
}

interface RemovalOptions {
  readonly keep: number;
  readonly dataDir: string;
  readonly secrets?: Secrets;
}

/** Removes all but the `keep` newest backups, and the log that only they need. Returns the number of removed backups. */
export async function removeOld(
  folder: string,
  { keep, dataDir, secrets = [] }: RemovalOptions,
): Promise<number> {
  const all = await listBackups(folder, secrets);
  const old = all.slice(0, -keep);
  for (const { folder: path } of old) rmSync(path, { recursive: true });
  const kept = all.slice(-keep).map(({ manifest }) => manifest.database);
  pruneArchives({ folder, secrets }, kept, readArchiveId(dataDir));
  return old.length;
}

export const bytesOf = ({ database, pictures }: Manifest): number =>
  database.bytes + (pictures?.bytes ?? 0);
