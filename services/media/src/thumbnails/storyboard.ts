import { STILL_BYTES_MAX, THUMBNAIL_SIZE } from './still-formats.ts';

/** Maximum size per channel: more than half an hour of typical thumbnails, 5 s apart. */
export const STORYBOARD_BYTES_MAX = 4 * 1024 * 1024;

export interface StoryboardLimits {
  /** The rewind window. */
  readonly durationMsMax: number;
  readonly bytesMax: number;
}

/** The list of thumbnails as JSON. Their files are `t{time}.webp` in the same folder. */
const listPictures = (timesMs: readonly number[]): Buffer =>
  Buffer.from(JSON.stringify({ ...THUMBNAIL_SIZE, times_ms: timesMs }));

export const EMPTY_STORYBOARD = listPictures([]);

/** The thumbnails of one channel's rewind window, by their date in milliseconds. */
export class Storyboard {
  readonly #limits: StoryboardLimits;
  /** From the oldest to the newest. */
  readonly #pictures = new Map<number, Buffer>();
  #bytes = 0;
  #newestMs = Number.NEGATIVE_INFINITY;
  #body: Buffer | null = null;

  constructor(limits: StoryboardLimits) {
    this.#limits = limits;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get size(): number {
    return this.#pictures.size;
  }

  /** Adds a thumbnail and removes those beyond the limits. A thumbnail that is not newer than the others is dropped. */
  add(timeMs: number, picture: Buffer): void {
    if (timeMs <= this.#newestMs || picture.length > STILL_BYTES_MAX.thumbnail) return;
    this.#newestMs = timeMs;
    this.#pictures.set(timeMs, picture);
    this.#bytes += picture.length;
    this.#body = null;
    const { durationMsMax, bytesMax } = this.#limits;
    for (const [oldestMs, { length }] of this.#pictures) {
      if (oldestMs >= timeMs - durationMsMax && this.#bytes <= bytesMax) break;
      this.#pictures.delete(oldestMs);
      this.#bytes -= length;
    }
  }

  at(timeMs: number): Buffer | undefined {
    return this.#pictures.get(timeMs);
  }

  /** The response body that lists the thumbnails. */
  get body(): Buffer {
    this.#body ??= listPictures([...this.#pictures.keys()]);
    return this.#body;
  }
}
