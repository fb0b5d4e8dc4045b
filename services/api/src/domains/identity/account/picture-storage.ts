import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const PICTURE = /^\/pictures\/([0-9a-f]{64})\.webp$/;

/** Returns the path of a picture by the hash of its contents. */
export const pictureOf = (hash: string): string => `/pictures/${hash}.webp`;

/** Returns whether a path is a member's uploaded picture. */
export const isPicture = (path: string): boolean => PICTURE.test(path);

/** Stores members' pictures as files in a folder of their own. */
export class PictureStorage {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  #fileOf(picture: string): string {
    const hash = PICTURE.exec(picture)?.[1];
    if (hash === undefined) throw new RangeError(`${picture} is not the path of a picture`);
    // Subfolders, since a folder of a million files is slow on some disks.
    return join(this.#folder, hash.slice(0, 2), `${hash}.webp`);
  }

  /** Writes a file atomically. */
  async write(picture: string, bytes: Uint8Array): Promise<void> {
    const file = this.#fileOf(picture);
    const draft = `${file}.${randomUUID()}`;
    await mkdir(dirname(file), { recursive: true });
    await writeFile(draft, bytes);
    await rename(draft, file);
  }

  /** Returns the file's bytes, or `null` if it does not exist. */
  async read(picture: string): Promise<Buffer | null> {
    try {
      return await readFile(this.#fileOf(picture));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
  }

  async remove(picture: string): Promise<void> {
    await rm(this.#fileOf(picture), { force: true });
  }
}
