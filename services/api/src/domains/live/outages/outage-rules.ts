/** A time range in epoch milliseconds. */
export interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

/** The time range of a bout that was fought, from the operator's actions. */
export interface FoughtBout extends Span {
  readonly matchLiveId: string;
}

/** The measured outage of a live. */
export interface Outage {
  readonly gaps: readonly Span[];
  readonly missingMs: number;
  readonly bouts: readonly {
    readonly matchLiveId: string;
    readonly missingMs: number;
    /** The missing share of the bout, from 0 to 1. */
    readonly share: number;
  }[];
  /** Whether the outage is long enough for a refund. */
  readonly isOffered: boolean;
}

/**
 * Shorter gaps are not counted, because the buffers of players bridge them. The media process uses the same
 * value.
 */
const GAP_MS_MIN = 3_000;
/** A refund is offered if the video was missing for this long in total, … */
const OUTAGE_MS_MIN = 5 * 60_000;
/** … or for this share of one bout. */
const BOUT_SHARE_MIN = 0.1;

const lengthOf = ({ fromMs, toMs }: Span): number => Math.max(0, toMs - fromMs);

const overlap = (a: Span, b: Span): number =>
  lengthOf({ fromMs: Math.max(a.fromMs, b.fromMs), toMs: Math.min(a.toMs, b.toMs) });

/** Returns the gaps between the time ranges with video, within the window. */
export function gapsOf(pictures: readonly Span[], window: Span): Span[] {
  const gaps: Span[] = [];
  let coveredMs = window.fromMs;
  const add = (toMs: number): void => {
    const gap = { fromMs: coveredMs, toMs: Math.min(toMs, window.toMs) };
    if (lengthOf(gap) > GAP_MS_MIN) gaps.push(gap);
  };
  for (const { fromMs, toMs } of [...pictures].sort((a, b) => a.fromMs - b.fromMs)) {
    if (fromMs > coveredMs) add(fromMs);
    coveredMs = Math.max(coveredMs, toMs);
  }
  if (coveredMs < window.toMs) add(window.toMs);
  return gaps;
}

/** Joins overlapping time ranges, the earliest first. */
function unite(spans: readonly Span[]): Span[] {
  const united: Span[] = [];
  for (const { fromMs, toMs } of [...spans].sort((a, b) => a.fromMs - b.fromMs)) {
    const last = united.at(-1);
    if (last !== undefined && fromMs <= last.toMs) {
      united[united.length - 1] = { fromMs: last.fromMs, toMs: Math.max(last.toMs, toMs) };
    } else {
      united.push({ fromMs, toMs });
    }
  }
  return united;
}

const clip = (span: Span, window: Span): Span => ({
  fromMs: Math.max(span.fromMs, window.fromMs),
  toMs: Math.min(span.toMs, window.toMs),
});

/**
 * Measures the outage of a live.
 *
 * @param pictures the time ranges in which any of its channels had video; `null` if none was measured
 * @param confirmed the time ranges that players reported as stopped and that an operator confirmed
 */
export function measureOutage(
  pictures: readonly Span[] | null,
  window: Span,
  fought: readonly FoughtBout[],
  confirmed: readonly Span[] = [],
): Outage {
  const counted = confirmed.map((span) => clip(span, window)).filter((span) => lengthOf(span) > 0);
  const gaps = unite([...(pictures === null ? [] : gapsOf(pictures, window)), ...counted]);
  const missingIn = (span: Span): number => gaps.reduce((sum, gap) => sum + overlap(gap, span), 0);
  const bouts = fought.map((bout) => {
    const missingMs = missingIn(bout);
    const share = lengthOf(bout) === 0 ? 0 : missingMs / lengthOf(bout);
    return { matchLiveId: bout.matchLiveId, missingMs, share };
  });
  const missingMs = missingIn(window);
  const isOffered =
    missingMs >= OUTAGE_MS_MIN || bouts.some(({ share }) => share >= BOUT_SHARE_MIN);
  return { gaps, missingMs, bouts, isOffered };
}
