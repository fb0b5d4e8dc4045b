/** A longer pause between parts counts as a gap. A takeover by the backup signal takes less time. */
const PICTURE_GAP_MS = 3_000;

/** A span of time in which parts with video were packaged without a gap, in wall-clock milliseconds. */
export interface PictureSpan {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Records when a channel had video: the spans of packaged parts between gaps. */
export class PictureCoverage {
  #closed: PictureSpan[] = [];
  #open: PictureSpan | null = null;

  /** Counts a packaged part. */
  note(nowMs: number): void {
    const open = this.#open;
    const isGap = open !== null && nowMs - open.toMs > PICTURE_GAP_MS;
    if (open !== null && isGap) this.#closed.push(open);
    const fromMs = open === null || isGap ? nowMs : open.fromMs;
    this.#open = { fromMs, toMs: Math.max(nowMs, open?.toMs ?? nowMs) };
  }

  /** Returns the spans since the last call. If a span is still open, the next call returns its continuation. */
  readAndReset(): PictureSpan[] {
    const open = this.#open;
    const spans = open === null ? this.#closed : [...this.#closed, open];
    this.#closed = [];
    if (open !== null) this.#open = { fromMs: open.toMs, toMs: open.toMs };
    return spans.filter(({ fromMs, toMs }) => toMs > fromMs);
  }
}
