import type { ObjectStore } from '../../../platform/objects/object-store.ts';

const PICTURE = /^\/pictures\/([0-9a-f]{64})\.webp$/;

/** Returns the path of a picture by the hash of its contents. */
export const pictureOf = (hash: string): string => `/pictures/${hash}.webp`;

/** Returns whether a path is a member's uploaded picture. */
export const isPicture = (path: string): boolean => PICTURE.test(path);

function keyOf(picture: string): string {
  const hash = PICTURE.exec(picture)?.[1];
  if (hash === undefined) throw new RangeError(`${picture} is not the path of a picture`);
  // Subfolders, since a folder of a million files is slow on some disks.
  return `${hash.slice(0, 2)}/${hash}.webp`;
}

/** Stores members' pictures by their paths. */
export class PictureStorage {
  readonly #objects: ObjectStore;

  constructor(objects: ObjectStore) {
    this.#objects = objects;
  }

  write(picture: string, bytes: Uint8Array): Promise<void> {
    return this.#objects.write(keyOf(picture), bytes);
  }

  /** Returns the picture's bytes, or `null` if it does not exist. */
  read(picture: string): Promise<Buffer | null> {
    return this.#objects.read(keyOf(picture));
  }

  remove(picture: string): Promise<void> {
    return this.#objects.remove(keyOf(picture));
  }
}
