import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const FOLDER = /^[0-9a-f]{32}$/;
const NAME = /^[a-z0-9-]{1,40}(\.[a-z0-9]{1,8})?$/;

/** Stores files by a folder, which is a hash, and a name. A file never changes after it was written. */
export interface ObjectStore {
  write(folder: string, name: string, bytes: Uint8Array): Promise<void>;
  /** Returns the file's bytes, or `null` if it does not exist. */
  read(folder: string, name: string): Promise<Buffer | null>;
  /** Removes a folder with its files, if it exists. */
  remove(folder: string): Promise<void>;
}

/** Returns a store in a folder of the disk. Several nodes need a folder that they share. */
export function createFolderStore(root: string): ObjectStore {
  const folderOf = (folder: string): string => {
    if (!FOLDER.test(folder)) throw new RangeError(`${folder} is not the folder of an object`);
    // Subfolders, since a folder of a million entries is slow on some disks.
    return join(root, folder.slice(0, 2), folder);
  };
  const fileOf = (folder: string, name: string): string => {
    if (!NAME.test(name)) throw new RangeError(`${name} is not the name of an object`);
    return join(folderOf(folder), name);
  };
  return {
    write: async (folder, name, bytes) => {
      const file = fileOf(folder, name);
      // Renamed when complete, so that no reader sees half a file.
      const draft = `${file}.${randomUUID()}`;
      await mkdir(dirname(file), { recursive: true });
      await writeFile(draft, bytes);
      await rename(draft, file);
    },
    read: async (folder, name) => {
      try {
        return await readFile(fileOf(folder, name));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
        throw error;
      }
    },
    remove: (folder) => rm(folderOf(folder), { recursive: true, force: true }),
  };
}
