import type { PackagedPart, PackagedPeriod } from '../packager/packaged-part.ts';

/** A period in its place among the channel's. */
export interface ListedPeriod extends PackagedPeriod {
  /** Number of its first segment, by which its initialisation segment is addressed. */
  readonly firstSequence: number;
  /** Tags that it begins with, one a number since the period before; the first has nothing before it to differ from. */
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
  readonly period: ListedPeriod;
  readonly startMs: number;
  /** Whether the period begins with it. */
  readonly beginsPeriod: boolean;
  closed = false;
  /** In memory; `null` once it is on disk alone. */
  data: Buffer | null = null;
  onDisk = false;
  #parts: SegmentPart[] = [];
  #durationUs = 0;
  #bytes = 0;

  constructor(mediaSequence: number, period: ListedPeriod, startMs: number, beginsPeriod: boolean) {
    this.mediaSequence = mediaSequence;
    this.period = period;
    this.startMs = startMs;
    this.beginsPeriod = beginsPeriod;
  }

  /** Number of its period's first segment. */
  get firstSequence(): number {
    return this.period.firstSequence;
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
