import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { type ClusterCopy, copyRunningCluster } from '@sangwian/embedded-postgres/copy-cluster';
import { type CopiedFiles, copyFiles } from '@sangwian/embedded-postgres/copy-files';
import { acquireProcessLock } from '@sangwian/node-kit/process-lock';

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
}

/** Returns the complete backups in a folder, oldest first. */
export function listBackups(folder: string): Backup[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => NAME.test(name))
    .sort()
    .map((name) => join(folder, name))
    .map((path) => ({
      folder: path,
      manifest: JSON.parse(readFileSync(join(path, 'manifest.json'), 'utf8')) as Manifest,
    }));
}

interface BackUpOptions {
  /** The data folder. Its database must be running. */
  readonly dataDir: string;
  /** The folder that contains all backups. */
  readonly folder: string;
  readonly now: Date;
}

/**
 * Backs up the database and the images into a temporary folder, and renames the folder once the backup is complete.
 * Images that the previous backup contains are hard-linked.
 *
 * @throws {LockHeldError} while another backup writes into the folder
 */
export async function backUp({ dataDir, folder, now }: BackUpOptions): Promise<Backup> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const lock = acquireProcessLock(join(folder, 'backup.lock'));
  try {
    for (const name of readdirSync(folder)) {
      if (name.endsWith(UNFINISHED)) rmSync(join(folder, name), { recursive: true });
    }
    const name = `${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z`;
    const earlier = listBackups(folder).at(-1);
    const draft = join(folder, name + UNFINISHED);
    mkdirSync(join(draft, 'database'), { recursive: true, mode: 0o700 });
    const database = await copyRunningCluster(dataDir, join(draft, 'database'));
    const source = join(dataDir, 'pictures');
    const target = join(draft, 'pictures');
    let pictures: CopiedFiles | null = null;
    if (existsSync(source)) {
      mkdirSync(target, { mode: 0o700 });
      pictures = await copyFiles(source, target, {
        earlier: earlier === undefined ? undefined : join(earlier.folder, 'pictures'),
      });
    }
    const manifest: Manifest = { taken_at: now.toISOString(), database, pictures };
    writeFileSync(join(draft, 'manifest.json'), JSON.stringify(manifest, null, 2), { mode: 0o600 });
    renameSync(draft, join(folder, name));
    return { folder: join(folder, name), manifest };
  } finally {
    lock.release();
  }
}

/** Removes all but the `keep` newest backups. Returns the number of removed backups. */
export function removeOld(folder: string, keep: number): number {
  const old = listBackups(folder).slice(0, -keep);
  for (const { folder: path } of old) rmSync(path, { recursive: true });
  return old.length;
}

export const bytesOf = ({ database, pictures }: Manifest): number =>
  database.bytes + (pictures?.bytes ?? 0);
