import type { PackagedPart, PackagedPeriod } from '../packager/packaged-part.ts';

/** A period with its position in the channel. */
export interface ListedPeriod extends PackagedPeriod {
  /** Number of its first segment, which is also part of the initialisation segment's file name. */
  readonly firstSequence: number;
  /** Number of discontinuity tags at its start: one per number since the previous period, none for the first. */
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
  /** The part's bytes; empty once the segment is on disk only. */
  readonly data: Buffer;
}

/** A segment: grows by parts, is closed, is written to disk and leaves the window. */
export class Segment {
  readonly mediaSequence: number;
  readonly period: ListedPeriod;
  readonly startMs: number;
  /** Whether it is the first segment of its period. */
  readonly beginsPeriod: boolean;
  closed = false;
  /** The bytes in memory; `null` once they are on disk only. */
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

  /** Listed duration: the sum of the parts. */
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

  /** Restores the segment from the journal: closed, and on disk only. */
  restore(parts: readonly RestoredPart[]): void {
    for (const { durationUs, independent, length } of parts) {
      this.#parts.push({ durationUs, independent, length, data: EMPTY, offset: this.#bytes });
      this.#durationUs += durationUs;
      this.#bytes += length;
    }
    this.closed = true;
    this.onDisk = true;
  }

  /** Joins the parts into one buffer. The parts become views of this buffer. */
  close(): void {
    const whole = Buffer.allocUnsafeSlow(this.#bytes);
    this.#parts = this.#parts.map((part) => {
      part.data.copy(whole, part.offset);
      return { ...part, data: whole.subarray(part.offset, part.offset + part.length) };
    });
    this.data = whole;
    this.closed = true;
  }

  /** Releases the memory; later reads come from disk. */
  evict(): void {
    this.data = null;
    this.#parts = this.#parts.map((part) => ({ ...part, data: EMPTY }));
  }
}

const EMPTY = Buffer.alloc(0);
