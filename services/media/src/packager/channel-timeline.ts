import { CLOCK_HZ } from '../stream/access-unit.ts';
import { SegmentTarget } from './segment-target.ts';
import { WallAnchor } from './wall-anchor.ts';

/** PTS of the first key frame on the players' timeline; keeps the times of reordered frames positive. */
const TIMELINE_START_TICKS = 10 * CLOCK_HZ;
/**
 * A rendition that deviates more than this from the expected time has its own clock. The limits differ, because media
 * is early only by jitter, but may be late because it was queued while the connection was established.
 */
const EARLY_TICKS_MAX = 0.75 * CLOCK_HZ;
const LATE_TICKS_MAX = 3 * CLOCK_HZ;
/** Gap left when several renditions restart, because the second one may begin slightly before the first. */
const RENDITIONS_GAP_TICKS = CLOCK_HZ;

export interface PeriodEnd {
  readonly endTicks: number;
  readonly endMs: number;
}

/** The first frame of a period, in its publisher's time. */
export interface PeriodStart {
  readonly dts: number;
  /** PTS − DTS. */
  readonly offset: number;
  readonly arrivalMs: number;
}

/** Position of a period on its channel's timeline. */
export interface PeriodPlace {
  /** Added to the publisher's time. */
  readonly offset: number;
  readonly anchor: WallAnchor;
  readonly discontinuity: number;
}

/** A span of the timeline in which renditions share one offset, until one of them is interrupted. */
interface Span {
  readonly discontinuity: number;
  readonly offset: number;
  readonly anchor: WallAnchor;
  /** Names of renditions that have had a period in this span. */
  readonly seen: Set<string>;
}

/**
 * The common timeline of a channel's renditions, so that players can switch between them (RFC 8216bis, 6.2.4).
 * Renditions of one encoder keep their relative times and share discontinuity numbers and dates. With a single
 * rendition, each period begins where the previous one ended.
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

  /** Without other open renditions: continues where the latest period ended. */
  #after(rendition: string, { dts, offset: composition }: PeriodStart): PeriodPlace {
    let end: PeriodEnd | null = null;
    for (const own of this.#ends.values()) if (own.endTicks > (end?.endTicks ?? -1)) end = own;
    const gap = this.#ends.size > 1 ? RENDITIONS_GAP_TICKS : 0;
    const firstPts = end === null ? TIMELINE_START_TICKS : end.endTicks + gap + composition;
    const anchor = new WallAnchor(end === null ? null : { pts: firstPts, ms: end.endMs });
    return this.#beginSpan(rendition, firstPts - dts - composition, anchor);
  }

  /** Beside other open renditions: maps the encoder's time to the same position as theirs. */
  #beside(span: Span, rendition: string, first: PeriodStart): PeriodPlace {
    const dts = first.dts + span.offset;
    const expected = span.anchor.ticksAt(first.arrivalMs) ?? dts;
    const apart = dts + first.offset - expected;
    // A rendition with its own clock is placed by arrival time, which is accurate enough for switching.
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
