import { STILL_BYTES_MAX, THUMBNAIL_SIZE } from './still-formats.ts';

/** Of one channel: more than half an hour of usual pictures, 5 s apart. */
export const STORYBOARD_BYTES_MAX = 4 * 1024 * 1024;

export interface StoryboardLimits {
  /** The rewind window. */
  readonly durationMsMax: number;
  readonly bytesMax: number;
}

/** The list of pictures as JSON; their addresses are `t{time}.webp` beside it. */
const listPictures = (timesMs: readonly number[]): Buffer =>
  Buffer.from(JSON.stringify({ ...THUMBNAIL_SIZE, times_ms: timesMs }));

export const EMPTY_STORYBOARD = listPictures([]);

/** The thumbnails of one channel's rewind window, by the wall clock of their pictures in milliseconds. */
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

  /** Adds a picture and removes those that the limits exclude. A picture that is not newer than the others is dropped. */
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

  /** The list of pictures, to send. */
  get body(): Buffer {
    this.#body ??= listPictures([...this.#pictures.keys()]);
    return this.#body;
  }
}
