import { constants, type Dirent } from 'node:fs';
import { copyFile, link, mkdir, open, readdir, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import {
  SEALED,
  SealedFileError,
  sealedBytes,
  sealFile,
  unsealFile,
} from '@sangwian/node-kit/sealed-file';

export interface CopiedFiles {
  readonly files: number;
  readonly bytes: number;
}

/** Names the files of a folder for their encryption (`sealed-file.ts`). */
export interface Sealing {
  readonly secrets: readonly string[];
  /** Name of the folder. The name of a file is its path below it. */
  readonly scope: string;
}

/** Options of a copy of a folder. */
export interface CopyOptions {
  /** Whether the file or folder at this path below the source is copied; all of them by default. */
  readonly includes?: (path: string, entry: Dirent) => boolean;
  /** An earlier copy whose unchanged files are linked instead of copied. */
  readonly earlier?: string | undefined;
  /** Encrypts each file. Its copy gets the suffix `.sealed`. */
  readonly seal?: Sealing | undefined;
  /** Decrypts each file; all of them must be encrypted. */
  readonly unseal?: Sealing | undefined;
}

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r');
  await file.sync();
  await file.close();
}

/** Copied modification times may differ by this much, because they are rounded and set as a float of seconds. */
const TIME_LOSS_MS = 2;

/** Links the file of an earlier copy if its source had the same size and time. */
async function linkUnchanged(
  source: string,
  earlier: string,
  target: string,
  isSealed: boolean,
): Promise<boolean> {
  try {
    const [now, then] = [await stat(source), await stat(earlier)];
    if ((isSealed ? sealedBytes(now.size) : now.size) !== then.size) return false;
    if (Math.abs(now.mtimeMs - then.mtimeMs) >= TIME_LOSS_MS) return false;
    await link(earlier, target);
    return true;
  } catch {
    return false;
  }
}

/** Name of the copy: the suffix is added by an encryption and removed by a decryption. */
function copyName(path: string, { seal, unseal }: CopyOptions): string {
  if (seal !== undefined) return path + SEALED;
  if (unseal === undefined) return path;
  if (path.endsWith(SEALED)) return path.slice(0, -SEALED.length);
  throw new SealedFileError(`${unseal.scope}/${path} is not encrypted, unlike its backup.`);
}

const nameOf = ({ secrets, scope }: Sealing, path: string) => ({
  secrets,
  name: `${scope}/${path}`,
});

/** Copies, encrypts or decrypts one file, and syncs the copy to disk. */
async function writeCopy(
  from: string,
  to: string,
  path: string,
  { seal, unseal }: CopyOptions,
): Promise<void> {
  if (seal !== undefined) await sealFile(from, to, nameOf(seal, path));
  else if (unseal !== undefined) {
    await unsealFile(from, to, nameOf(unseal, path.slice(0, -SEALED.length)));
  } else {
    await copyFile(from, to, constants.COPYFILE_FICLONE);
    await syncFile(to);
  }
}

/**
 * Copies a folder to an existing one, each file synced to disk. Files that disappear during the copy are left out,
 * because a running database deletes some.
 * @throws the system's error, such as ENOSPC
 * @throws {SealedFileError} if a file cannot be decrypted
 */
export async function copyFiles(
  source: string,
  target: string,
  options: CopyOptions = {},
): Promise<CopiedFiles> {
  const { includes = () => true, earlier, seal } = options;
  let [files, bytes] = [0, 0];
  const copyFolder = async (path: string): Promise<void> => {
    for (const entry of await readdir(join(source, path), { withFileTypes: true })) {
      const below = join(path, entry.name);
      if (!includes(below, entry)) continue;
      if (entry.isDirectory()) {
        await mkdir(join(target, below), { recursive: true, mode: 0o700 });
        await copyFolder(below);
      } else if (entry.isFile()) await copyOne(below);
    }
  };
  const copyOne = async (path: string): Promise<void> => {
    const name = copyName(path, options);
    const [from, to] = [join(source, path), join(target, name)];
    try {
      const isLinked =
        earlier !== undefined &&
        (await linkUnchanged(from, join(earlier, name), to, seal !== undefined));
      if (!isLinked) {
        const { atime, mtime } = await stat(from);
        await writeCopy(from, to, path, options);
        await utimes(to, atime, mtime);
      }
      bytes += (await stat(to)).size;
      files += 1;
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  };
  await copyFolder('');
  return { files, bytes };
}
