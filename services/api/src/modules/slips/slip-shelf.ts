import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const SLIP_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The pictures of slips: names and accounts of people, so in a folder that nothing is served from. */
export class SlipShelf {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The file of a slip's picture, whether it is there or not. */
  pathOf(slipId: string): string {
    if (!SLIP_ID.test(slipId)) throw new RangeError(`${slipId} is no slip`);
    // A folder of a million files is slow on some disks; the end of an id is its random part.
    return join(this.#folder, slipId.slice(-2), `${slipId}.webp`);
  }

  /** For this process alone to read. */
  async write(slipId: string, picture: Uint8Array): Promise<void> {
    const file = this.pathOf(slipId);
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await writeFile(file, picture, { mode: 0o600 });
  }
}
