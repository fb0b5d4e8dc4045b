import type { ObjectStore } from '../../../platform/objects/object-store.ts';

const FOLDER = /^[0-9a-f]{32}$/;

/** The files of uploaded photos. A file is identified by its folder, which is a hash, and its name. */
export interface PhotoFiles {
  write(folder: string, name: string, bytes: Uint8Array): Promise<void>;
  /** Returns the file's bytes, or `null` if it does not exist. */
  read(folder: string, name: string): Promise<Buffer | null>;
  /** Removes a folder with its files, if it exists. */
  remove(folder: string): Promise<void>;
}

function keyOf(folder: string): string {
  if (!FOLDER.test(folder)) throw new RangeError(`${folder} is not the folder of a photo`);
  // Returns a path with subfolders, because a folder with a million entries is slow on some disks.
  return `uploads/${folder.slice(0, 2)}/${folder}`;
}

/** Returns the photo files of an object store. */
export const createPhotoFiles = (objects: ObjectStore): PhotoFiles => ({
  write: (folder, name, bytes) => objects.write(`${keyOf(folder)}/${name}`, bytes),
  read: (folder, name) => objects.read(`${keyOf(folder)}/${name}`),
  remove: (folder) => objects.removeFolder(keyOf(folder)),
});
