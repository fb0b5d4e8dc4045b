/** Pictures further apart than this leave a gap. Takeovers by the backup signal are shorter. */
const PICTURE_GAP_MS = 3_000;

/** A time in which parts with pictures were packaged without a gap, in wall-clock milliseconds. */
export interface PictureSpan {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Measures when a channel had a picture: the spans between the gaps of its packaged parts. */
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

  /** Returns the spans since the last call. The next call continues the open span from its end. */
  take(): PictureSpan[] {
    const open = this.#open;
    const spans = open === null ? this.#closed : [...this.#closed, open];
    this.#closed = [];
    if (open !== null) this.#open = { fromMs: open.toMs, toMs: open.toMs };
    return spans.filter(({ fromMs, toMs }) => toMs > fromMs);
  }
}
