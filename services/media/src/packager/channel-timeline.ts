import { CLOCK_HZ } from '../stream/access-unit.ts';
import { SegmentTarget } from './segment-target.ts';
import { WallAnchor } from './wall-anchor.ts';

/** The first key frame's PTS on the timeline that players see: pictures before it in decoding order stay positive. */
const TIMELINE_START_TICKS = 10 * CLOCK_HZ;
/**
 * Further than this from where it is expected, a rendition's clock is another than the first one's. Early is a matter of
 * jitter; late may be what was sent while its connection was being made.
 */
const EARLY_TICKS_MAX = 0.75 * CLOCK_HZ;
const LATE_TICKS_MAX = 3 * CLOCK_HZ;
/** Left free where several renditions begin again: the second may begin a little before the first. */
const RENDITIONS_GAP_TICKS = CLOCK_HZ;

export interface PeriodEnd {
  readonly endTicks: number;
  readonly endMs: number;
}

/** The first picture of a period, in its publisher's time. */
export interface PeriodStart {
  readonly dts: number;
  /** PTS − DTS. */
  readonly offset: number;
  readonly arrivalMs: number;
}

/** Where a period stands among those of its channel. */
export interface PeriodPlace {
  /** Added to the publisher's time. */
  readonly offset: number;
  readonly anchor: WallAnchor;
  readonly discontinuity: number;
}

/** What several renditions share while none of them is interrupted. */
interface Span {
  readonly discontinuity: number;
  readonly offset: number;
  readonly anchor: WallAnchor;
  /** Renditions that have had a period in it, by name. */
  readonly seen: Set<string>;
}

/**
 * The one timeline of a channel's renditions, so that a player may change from one to another (RFC 8216bis, 6.2.4): what
 * comes from one encoder keeps its distance, has the same number of discontinuity, and the same date. With one rendition
 * each period begins where the one before ended.
 */
export class ChannelTimeline {
  readonly segmentTarget: SegmentTarget;
  readonly #nextDiscontinuity: () => number;
  readonly #open = new Set<string>();
  readonly #ends = new Map<string, PeriodEnd>();
  #span: Span | null = null;

  constructor(nextDiscontinuity: () => number, segmentTarget = new SegmentTarget()) {
    this.#nextDiscontinuity = nextDiscontinuity;
    this.segmentTarget = segmentTarget;
  }

  /** Places a rendition's new period. */
  begin(rendition: string, first: PeriodStart): PeriodPlace {
    const span = this.#span;
    const place =
      span !== null && this.#open.size > 0
        ? this.#beside(span, rendition, first)
        : this.#after(rendition, first);
    this.#open.add(rendition);
    return place;
  }

  finish(rendition: string, end: PeriodEnd): void {
    this.#open.delete(rendition);
    this.#ends.set(rendition, end);
  }

  /** Nobody else is there: the timeline goes on where the last of them ended. */
  #after(rendition: string, { dts, offset: composition }: PeriodStart): PeriodPlace {
    let end: PeriodEnd | null = null;
    for (const one of this.#ends.values()) if (one.endTicks > (end?.endTicks ?? -1)) end = one;
    const gap = this.#ends.size > 1 ? RENDITIONS_GAP_TICKS : 0;
    const firstPts = end === null ? TIMELINE_START_TICKS : end.endTicks + gap + composition;
    const anchor = new WallAnchor(end === null ? null : { pts: firstPts, ms: end.endMs });
    return this.#beginSpan(rendition, firstPts - dts - composition, anchor);
  }

  /** Others are there: the same moment of the encoder's time stands at the same place of ours. */
  #beside(span: Span, rendition: string, first: PeriodStart): PeriodPlace {
    const dts = first.dts + span.offset;
    const expected = span.anchor.ticksAt(first.arrivalMs) ?? dts;
    const apart = dts + first.offset - expected;
    // A clock of its own: it is put where it arrives, which is near enough to change over.
    const same = apart <= EARLY_TICKS_MAX && apart >= -LATE_TICKS_MAX;
    const placed = same ? dts : Math.round(dts - apart);
    const own = this.#ends.get(rendition);
    const offset = Math.max(placed, own?.endTicks ?? placed) - first.dts;
    if (span.seen.has(rendition)) return this.#beginSpan(rendition, offset, span.anchor);
    span.seen.add(rendition);
    return { offset, anchor: span.anchor, discontinuity: span.discontinuity };
  }

  #beginSpan(rendition: string, offset: number, anchor: WallAnchor): PeriodPlace {
    const discontinuity = this.#nextDiscontinuity();
    this.#span = { discontinuity, offset, anchor, seen: new Set([rendition]) };
    return { offset, anchor, discontinuity };
  }
}
