import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Maximum number of channels; the least recently used ones are removed first. */
const CHANNELS_KEPT_MAX = 1_000;

/**
 * Period numbers per channel, kept across restarts, because a player that stays connected must not get an old number
 * for a new timeline. They count from zero and stay small, because hls.js allocates an array of that length and scans
 * it at every reload.
 */
export class DiscontinuityNumbers {
  readonly #file: string;
  readonly #onError: (error: unknown) => void;
  readonly #next: Map<string, number>;
  #writing: Promise<void> = Promise.resolve();

  private constructor(file: string, next: Map<string, number>, onError: (error: unknown) => void) {
    this.#file = file;
    this.#next = next;
    this.#onError = onError;
  }

  /** Reads the file; a missing or damaged file counts as empty. */
  static async open(
    file: string,
    onError: (error: unknown) => void,
  ): Promise<DiscontinuityNumbers> {
    let entries: [string, number][] = [];
    try {
      const read: unknown = JSON.parse(await readFile(file, 'utf8'));
      if (typeof read === 'object' && read !== null) {
        entries = Object.entries(read).filter(
          ([, number]) => Number.isSafeInteger(number) && number >= 0,
        );
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') onError(error);
    }
    return new DiscontinuityNumbers(file, new Map(entries), onError);
  }

  /** Returns the channel's next number and marks it as used. */
  take(channelId: string): number {
    const number = this.#next.get(channelId) ?? 0;
    this.#next.delete(channelId);
    this.#next.set(channelId, number + 1);
    for (const oldest of this.#next.keys()) {
      if (this.#next.size <= CHANNELS_KEPT_MAX) break;
      this.#next.delete(oldest);
    }
    this.#write();
    return number;
  }

  /** Returns the latest number that was used; 0 before the first. */
  newest(channelId: string): number {
    return Math.max(0, (this.#next.get(channelId) ?? 0) - 1);
  }

  /** Continues the channel's numbers above `number`. */
  goOnAfter(channelId: string, number: number): void {
    this.#next.set(channelId, Math.max(this.#next.get(channelId) ?? 0, number + 1));
  }

  /** Resolves when all changes are on disk. */
  settle(): Promise<void> {
    return this.#writing;
  }

  #write(): void {
    const text = JSON.stringify(Object.fromEntries(this.#next));
    this.#writing = this.#writing
      .then(async () => {
        await mkdir(dirname(this.#file), { recursive: true });
        await writeFile(`${this.#file}.new`, text);
        await rename(`${this.#file}.new`, this.#file);
      })
      .catch(this.#onError);
  }
}
