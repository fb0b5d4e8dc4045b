import { randomUUID } from 'node:crypto';
import {
  chownSync,
  createReadStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { openSealed, SEALED, sealFile, writeSynced } from '@sangwian/node-kit/sealed-file';
import { type ClusterLayout, clusterLayout } from './cluster.ts';
import type { DatabaseUser } from './database-user.ts';

/**
 * The archive of the write-ahead log (decision 130). PostgreSQL copies finished segments to the outbox, a folder below
 * `pg_wal`. The launcher compresses and encrypts them into the archive and removes them from the outbox.
 */
const OUTBOX = 'pg_wal/outbox';
const UNFINISHED = '.unfinished';
/** A segment, the history of a timeline or the label of a backup. */
const ARCHIVED = /^[0-9A-F]{24}(\.[0-9A-F]{8}\.backup)?$|^[0-9A-F]{8}\.history$/;
const SEGMENT = /^[0-9A-F]{24}$/;
/** Half of the 60 s that may be lost. The rest is for the checkpointer's interval, compression and the copy. */
const TIMEOUT_SECONDS = 30;

export interface WalArchive {
  /** The folder of all backups. */
  readonly folder: string;
  /** Empty: the archive is not encrypted. */
  readonly secrets: readonly string[];
}

/** Archives of one folder differ by their id. A restored database gets another one, so it never overwrites its origin. */
const archiveFolder = ({ folder }: WalArchive, id: string): string => join(folder, 'wal', id);

const suffixOf = ({ secrets }: WalArchive): string => (secrets.length > 0 ? `.gz${SEALED}` : '.gz');

const sealedName = ({ secrets }: WalArchive, id: string, segment: string) => ({
  secrets,
  name: `wal/${id}/${segment}`,
});

/** Returns the id of the archive that a data folder writes to, or `null`. */
export function readArchiveId(dataDir: string): string | null {
  const { archive } = clusterLayout(dataDir);
  if (!existsSync(archive)) return null;
  return (JSON.parse(readFileSync(archive, 'utf8')) as { readonly id: string }).id;
}

/** Makes the database archive its WAL from its next start on. Returns whether a new archive begins. */
export function enableArchive(dataDir: string): boolean {
  if (readArchiveId(dataDir) !== null) return false;
  const { home, archive } = clusterLayout(dataDir);
  mkdirSync(home, { recursive: true });
  writeFileSync(archive, JSON.stringify({ id: randomUUID() }), { mode: 0o600, flush: true });
  return true;
}

/** Ends the archive from the next start on. A later archive needs a new backup. */
export function disableArchive(dataDir: string): void {
  const { archive, data } = clusterLayout(dataDir);
  rmSync(archive, { force: true });
  rmSync(join(data, OUTBOX), { recursive: true, force: true });
}

/** Returns the settings of a cluster that archives, and creates its outbox; none for another cluster. */
export function archiveSettings(
  layout: ClusterLayout,
  user: DatabaseUser | null,
): Record<string, string> {
  if (!existsSync(layout.archive)) return {};
  const outbox = join(layout.data, OUTBOX);
  mkdirSync(outbox, { recursive: true, mode: 0o700 });
  if (user !== null) chownSync(outbox, user.uid, user.gid);
  return {
    archive_mode: 'on',
    archive_library: 'basic_archive',
    'basic_archive.archive_directory': OUTBOX,
    archive_timeout: `${TIMEOUT_SECONDS}s`,
  };
}

/** Reads a compressed file of the archive, encrypted or not; `null` if the archive does not contain it. */
function readArchived(
  archive: WalArchive,
  id: string,
  segment: string,
): { readonly content: Readable; readonly isSealed: boolean } | null {
  const plain = `${join(archiveFolder(archive, id), segment)}.gz`;
  const isSealed = existsSync(plain + SEALED);
  if (!isSealed && !existsSync(plain)) return null;
  const source = isSealed
    ? openSealed(plain + SEALED, sealedName(archive, id, segment))
    : createReadStream(plain);
  return { content: through(source, createGunzip()), isSealed };
}

/** Pipes a stream through another one, whose reader gets the errors of both. */
function through(source: Readable, transform: ReturnType<typeof createGzip>): Readable {
  pipeline(source, transform).catch(() => undefined);
  return transform;
}

export interface WantedSegment {
  /** Id of the archive. */
  readonly id: string;
  readonly segment: string;
  /** Whether the segment must be encrypted, because its backup is. */
  readonly mustBeSealed: boolean;
}

/**
 * Decompresses and decrypts a segment into a file. Returns `false` if the archive does not contain it.
 * @throws {Error} if the segment cannot be decrypted, or is not encrypted although it must be
 */
export async function fetchSegment(
  archive: WalArchive,
  { id, segment, mustBeSealed }: WantedSegment,
  target: string,
): Promise<boolean> {
  const found = readArchived(archive, id, segment);
  if (found === null) return false;
  if (mustBeSealed && !found.isSealed) {
    found.content.destroy();
    throw new Error(
      `The log ${segment} is not encrypted, unlike its backup. Restart the site with BACKUP_SECRET.`,
    );
  }
  await writeSynced(found.content, target);
  return true;
}

/** Returns the names of the archived segments, in the order of the log. */
export function listSegments(archive: WalArchive, id: string): string[] {
  const folder = archiveFolder(archive, id);
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder)
    .filter((name) => !name.endsWith(UNFINISHED))
    .map((name) => name.split('.gz')[0] ?? '')
    .filter((name) => SEGMENT.test(name));
  return [...new Set(names)].sort();
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  await folder.sync();
  await folder.close();
}

/** @throws {Error} if the archive has another log under this name: two databases write into it */
async function expectSame(archive: WalArchive, id: string, name: string, path: string) {
  const own = readFileSync(path);
  const parts: Buffer[] = [];
  for await (const part of readArchived(archive, id, name)?.content ?? []) parts.push(part);
  if (Buffer.concat(parts).equals(own)) return;
  throw new Error(
    `${archiveFolder(archive, id)} has another log as ${name}. Does a copy of this data folder run elsewhere?`,
  );
}

async function archiveOne(archive: WalArchive, id: string, name: string, path: string) {
  const folder = archiveFolder(archive, id);
  const target = join(folder, name + suffixOf(archive));
  // PostgreSQL archives a file again after a crash.
  if (['', SEALED].some((suffix) => existsSync(join(folder, `${name}.gz${suffix}`))))
    return expectSame(archive, id, name, path);
  const draft = target + UNFINISHED;
  const compressed = through(createReadStream(path), createGzip({ level: 1 }));
  if (archive.secrets.length === 0) await writeSynced(compressed, draft);
  else await sealFile(compressed, draft, sealedName(archive, id, name));
  await rename(draft, target);
  await syncFolder(folder);
}

/** Moves the files of the outbox to the archive, the oldest first. Returns their number. */
export async function emptyOutbox(dataDir: string, archive: WalArchive): Promise<number> {
  const id = readArchiveId(dataDir);
  const outbox = join(clusterLayout(dataDir).data, OUTBOX);
  if (id === null || !existsSync(outbox)) return 0;
  mkdirSync(archiveFolder(archive, id), { recursive: true, mode: 0o700 });
  const names = readdirSync(outbox)
    .filter((name) => ARCHIVED.test(name))
    .sort();
  for (const name of names) {
    await archiveOne(archive, id, name, join(outbox, name));
    await rm(join(outbox, name));
  }
  return names.length;
}

/** A backup that is kept: the archive that continues it, and the first segment that it needs. */
export interface KeptBackup {
  readonly archive?: string | null;
  readonly firstSegment: string;
}

/** Removes the log from before the oldest kept backup, and archives that continue no kept backup. */
export function pruneArchives(
  archive: WalArchive,
  kept: readonly KeptBackup[],
  currentId: string | null,
): void {
  const root = join(archive.folder, 'wal');
  if (!existsSync(root) || kept.length === 0) return;
  for (const id of readdirSync(root)) {
    const [oldest] = kept
      .filter((backup) => backup.archive === id)
      .map(({ firstSegment }) => firstSegment)
      .sort();
    if (oldest === undefined) {
      if (id !== currentId) rmSync(join(root, id), { recursive: true });
      continue;
    }
    for (const name of readdirSync(join(root, id))) {
      const segment = name.slice(0, 24);
      if (SEGMENT.test(segment) && segment < oldest) rmSync(join(root, id, name));
    }
  }
}
