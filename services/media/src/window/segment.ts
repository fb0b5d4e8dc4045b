import type { PackagedPart, PackagedStretch } from '../packager/packaged-part.ts';

/** A stretch in its place among the channel's. */
export interface ListedStretch extends PackagedStretch {
  /** Number of its first segment, by which its initialisation segment is addressed. */
  readonly firstSequence: number;
  /** Tags that it begins with, one a number since the stretch before; the first has nothing before it to differ from. */
  readonly tags: number;
}

/** A part as a journal describes it. */
export interface RestoredPart {
  readonly durationUs: number;
  readonly independent: boolean;
  readonly length: number;
}

export interface SegmentPart {
  readonly durationUs: number;
  readonly independent: boolean;
  readonly offset: number;
  readonly length: number;
  /** Its own bytes while the segment is open. */
  readonly data: Buffer;
}

/** A segment that grows by parts, is closed, goes to disk and leaves the window. */
export class Segment {
  readonly mediaSequence: number;
  readonly stretch: ListedStretch;
  readonly startMs: number;
  /** Whether the stretch begins with it. */
  readonly beginsStretch: boolean;
  closed = false;
  /** In memory; `null` once it is on disk alone. */
  data: Buffer | null = null;
  onDisk = false;
  #parts: SegmentPart[] = [];
  #durationUs = 0;
  #bytes = 0;

  constructor(
    mediaSequence: number,
    stretch: ListedStretch,
    startMs: number,
    beginsStretch: boolean,
  ) {
    this.mediaSequence = mediaSequence;
    this.stretch = stretch;
    this.startMs = startMs;
    this.beginsStretch = beginsStretch;
  }

  /** Number of its stretch's first segment. */
  get firstSequence(): number {
    return this.stretch.firstSequence;
  }

  get parts(): readonly SegmentPart[] {
    return this.#parts;
  }

  /** As printed: the sum of its parts. */
  get durationUs(): number {
    return this.#durationUs;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get independent(): boolean {
    return this.#parts[0]?.independent ?? false;
  }

  get endMs(): number {
    return this.startMs + this.#durationUs / 1000;
  }

  add({ durationUs, independent, data }: PackagedPart): void {
    this.#parts.push({ durationUs, independent, data, offset: this.#bytes, length: data.length });
    this.#durationUs += durationUs;
    this.#bytes += data.length;
  }

  /** As a journal described it: closed, and on disk alone. */
  restore(parts: readonly RestoredPart[]): void {
    for (const { durationUs, independent, length } of parts) {
      this.#parts.push({ durationUs, independent, length, data: EMPTY, offset: this.#bytes });
      this.#durationUs += durationUs;
      this.#bytes += length;
    }
    this.closed = true;
    this.onDisk = true;
  }

  /** Joins the parts into one buffer, of which they become views. */
  close(): void {
    const whole = Buffer.allocUnsafeSlow(this.#bytes);
    this.#parts = this.#parts.map((part) => {
      part.data.copy(whole, part.offset);
      return { ...part, data: whole.subarray(part.offset, part.offset + part.length) };
    });
    this.data = whole;
    this.closed = true;
  }

  /** Leaves memory; what is asked for now is read from disk. */
  evict(): void {
    this.data = null;
    this.#parts = this.#parts.map((part) => ({ ...part, data: EMPTY }));
  }
}

const EMPTY = Buffer.alloc(0);
