import type { ObjectStore } from '../../../platform/objects/object-store.ts';

const PICTURE = /^\/pictures\/([0-9a-f]{64})\.webp$/;

/** Returns the path of a profile picture from the hash of its contents. */
export const pictureOf = (hash: string): string => `/pictures/${hash}.webp`;

/** Returns whether a path is that of an uploaded profile picture. */
export const isPicture = (path: string): boolean => PICTURE.test(path);

function keyOf(picture: string): string {
  const hash = PICTURE.exec(picture)?.[1];
  if (hash === undefined) throw new RangeError(`${picture} is not the path of a picture`);
  // Spreads the files over subfolders, since some file systems are slow with a million files in one folder.
  return `${hash.slice(0, 2)}/${hash}.webp`;
}

/** Stores profile pictures by path. */
export class PictureStorage {
  readonly #objects: ObjectStore;

  constructor(objects: ObjectStore) {
    this.#objects = objects;
  }

  write(picture: string, bytes: Uint8Array): Promise<void> {
    return this.#objects.write(keyOf(picture), bytes);
  }

  /** Returns the image's bytes, or `null` if it does not exist. */
  read(picture: string): Promise<Buffer | null> {
    return this.#objects.read(keyOf(picture));
  }

  remove(picture: string): Promise<void> {
    return this.#objects.remove(keyOf(picture));
  }
}
