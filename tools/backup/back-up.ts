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

/** `manifest.json` of a backup, written once all of its files are on the disk. */
export interface Manifest {
  /** The database can be restored as it was then. */
  readonly taken_at: string;
  readonly database: ClusterCopy;
  /** Uploaded pictures and slips; `null` where they are in a bucket. */
  readonly pictures: CopiedFiles | null;
}

export interface Backup {
  readonly folder: string;
  readonly manifest: Manifest;
}

/** Returns the finished backups of a folder, the oldest first. */
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
  /** The data folder, whose database runs. */
  readonly dataDir: string;
  /** Where the backups are. */
  readonly folder: string;
  readonly now: Date;
}

/**
 * Backs up the database and the pictures into a new folder, which has no name until it is complete. Pictures that an
 * earlier backup has are linked.
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

/** Removes all but the newest backups. Returns the number of removed ones. */
export function removeOld(folder: string, keep: number): number {
  const old = listBackups(folder).slice(0, -keep);
  for (const { folder: path } of old) rmSync(path, { recursive: true });
  return old.length;
}

export const bytesOf = ({ database, pictures }: Manifest): number =>
  database.bytes + (pictures?.bytes ?? 0);
