import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const PICTURE = /^\/pictures\/([0-9a-f]{64})\.webp$/;

/** The address of a picture with these contents. */
export const pictureOf = (hash: string): string => `/pictures/${hash}.webp`;

/** Whether a path of this site is a picture that members put there. */
export const isPicture = (path: string): boolean => PICTURE.test(path);

/** The files of members' pictures, below a folder that nothing else is served from. */
export class PictureShelf {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  #fileOf(picture: string): string {
    const hash = PICTURE.exec(picture)?.[1];
    if (hash === undefined) throw new RangeError(`${picture} is no picture`);
    // A folder of a million files is slow on some disks.
    return join(this.#folder, hash.slice(0, 2), `${hash}.webp`);
  }

  /** Puts the file there, whole or not at all. */
  async write(picture: string, bytes: Uint8Array): Promise<void> {
    const file = this.#fileOf(picture);
    const draft = `${file}.${randomUUID()}`;
    await mkdir(dirname(file), { recursive: true });
    await writeFile(draft, bytes);
    await rename(draft, file);
  }

  /** The file's bytes; `null` where there is none. */
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
