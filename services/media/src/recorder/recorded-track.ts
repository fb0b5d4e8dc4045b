import type { LiveWindow } from '../window/live-window.ts';
import type { Segment } from '../window/segment.ts';

/** An object is closed after this long. */
export const OBJECT_US_MIN = 30_000_000;
/** … or before it would exceed this size, so that the API can buffer it in memory. */
export const OBJECT_BYTES_MAX = 24 * 1024 * 1024;

/** The time span of a recording, by the wall clock. */
export interface RecordedTime {
  readonly startedAtMs: number;
  /** When the live ended; `null` while it is in progress. */
  readonly endedAtMs: number | null;
}

/** The progress of a recording in one playlist: which segments have been sent, and which are next. */
export class RecordedTrack {
  readonly folder: string;
  readonly window: LiveWindow;
  /** Number of the first segment that has not been sent. */
  #next: number;

  /** @param stored number of the last segment that was sent; `null` if none was */
  constructor(folder: string, window: LiveWindow, stored: number | null) {
    this.folder = folder;
    this.window = window;
    this.#next = Math.max(window.oldestSequence, (stored ?? -1) + 1);
  }

  /** Skips segments that left the window before they were sent. @returns the number of lost segments */
  skipLost(): number {
    const lost = Math.max(0, this.window.oldestSequence - this.#next);
    this.#next += lost;
    return lost;
  }

  /** Skips a segment that cannot be read. */
  skipOne(): void {
    this.#next += 1;
  }

  /** Records that all segments up to this one were sent. */
  sentUpTo(mediaSequence: number): void {
    this.#next = Math.max(this.#next, mediaSequence + 1);
  }

  /** Returns the closed segments of the recording that have not been sent. */
  pending({ startedAtMs, endedAtMs }: RecordedTime): readonly Segment[] {
    const found: Segment[] = [];
    for (let sequence = this.#next; ; sequence += 1) {
      const segment = this.window.segment(sequence);
      if (segment === undefined || !segment.closed) return found;
      if (endedAtMs !== null && segment.startMs >= endedAtMs) return found;
      if (segment.endMs > startedAtMs) found.push(segment);
      // Media from before the live is not recorded.
      else if (found.length === 0) this.#next = sequence + 1;
    }
  }

  /** Whether the window has media after this time, so that no more media of an ended live follows. */
  hasPassed(endedAtMs: number): boolean {
    const { newest } = this.window;
    if (newest === undefined) return true;
    return newest.startMs >= endedAtMs || (newest.closed && newest.endMs >= endedAtMs);
  }
}

/**
 * Returns the segments of the next object: consecutive ones of one period. Without `isFlush`, empty until they last
 * thirty seconds, reach the size limit, or the period has ended.
 */
export function nextObject(pending: readonly Segment[], isFlush: boolean): readonly Segment[] {
  const [first] = pending;
  if (first === undefined) return [];
  let durationUs = 0;
  let bytes = 0;
  for (const [index, segment] of pending.entries()) {
    const isOther = segment.firstSequence !== first.firstSequence;
    if (index > 0 && (isOther || bytes + segment.bytes > OBJECT_BYTES_MAX))
      return pending.slice(0, index);
    durationUs += segment.durationUs;
    bytes += segment.bytes;
    if (durationUs >= OBJECT_US_MIN) return pending.slice(0, index + 1);
  }
  return isFlush ? pending : [];
}
