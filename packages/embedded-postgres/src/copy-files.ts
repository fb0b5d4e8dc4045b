import { constants, type Dirent } from 'node:fs';
import { copyFile, link, mkdir, open, readdir, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';

/** Options of a copy of a folder. */
export interface CopiedFiles {
  readonly files: number;
  readonly bytes: number;
}

export interface CopyOptions {
  /** Whether the file or folder at this path below the source is copied; all of them by default. */
  readonly includes?: (path: string, entry: Dirent) => boolean;
  /** An earlier copy whose unchanged files are linked instead of copied. */
  readonly earlier?: string | undefined;
}

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r');
  await file.sync();
  await file.close();
}

/** Copied modification times may differ by this much, because they are rounded and set as a float of seconds. */
const TIME_LOSS_MS = 2;

/** Links the file of an earlier copy if it has the same size and time. */
async function linkUnchanged(source: string, earlier: string, target: string): Promise<boolean> {
  try {
    const [now, then] = [await stat(source), await stat(earlier)];
    if (now.size !== then.size) return false;
    if (Math.abs(now.mtimeMs - then.mtimeMs) >= TIME_LOSS_MS) return false;
    await link(earlier, target);
    return true;
  } catch {
    return false;
  }
}

/**
 * Copies a folder to an existing one, each file synced to disk. Files that disappear during the copy are left out,
 * because a running database deletes some.
 * @throws the system's error, such as ENOSPC
 */
export async function copyFiles(
  source: string,
  target: string,
  { includes = () => true, earlier }: CopyOptions = {},
): Promise<CopiedFiles> {
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
    const [from, to] = [join(source, path), join(target, path)];
    try {
      const isLinked =
        earlier !== undefined && (await linkUnchanged(from, join(earlier, path), to));
      if (!isLinked) {
        await copyFile(from, to, constants.COPYFILE_FICLONE);
        const { atime, mtime } = await stat(from);
        await utimes(to, atime, mtime);
        await syncFile(to);
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
