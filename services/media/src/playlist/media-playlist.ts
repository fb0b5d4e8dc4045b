import { PART_TICKS_MAX } from '../packager/part-plan.ts';
import type { SegmentTarget } from '../packager/segment-target.ts';
import { CLOCK_HZ } from '../stream/access-unit.ts';
import type { LiveWindow } from '../window/live-window.ts';
import type { Segment } from '../window/segment.ts';
import { initName, partName, segmentName } from './addresses.ts';
import { PlaylistBody } from './playlist-body.ts';

/** Number of newest segments, including the open one, for which parts are listed. */
const SEGMENTS_WITH_PARTS = 3;
const PART_TARGET_S = PART_TICKS_MAX / CLOCK_HZ;
const PART_HOLD_BACK_S = 3 * PART_TARGET_S;
/** Skip boundary in target durations: delta updates always list segments this near the end (RFC 8216bis, 4.4.3.8). */
const SKIP_BOUNDARY_TARGETS = 6;

/** State of a sibling rendition for a rendition report. */
export interface RenditionState {
  /** URI of the sibling's playlist, relative to this playlist. */
  readonly uri: string;
  readonly lastSequence: number;
  readonly lastPart: number;
}

/** Returns the last part of a playlist. */
export function lastListed({ newest, newestSequence }: LiveWindow): {
  readonly lastSequence: number;
  readonly lastPart: number;
} {
  return { lastSequence: newestSequence, lastPart: Math.max(0, (newest?.parts.length ?? 1) - 1) };
}

const seconds = (us: number): string => (us / 1e6).toFixed(6);

/** The lines of a closed segment, with and without its parts. They never change. */
interface Listing {
  readonly withParts: string;
  readonly withoutParts: string;
}

function headLines(segment: Segment, mapNeeded: boolean): string {
  const { period, beginsPeriod, startMs } = segment;
  const discontinuity = beginsPeriod ? '#EXT-X-DISCONTINUITY\n'.repeat(period.tags) : '';
  const map =
    beginsPeriod || mapNeeded ? `#EXT-X-MAP:URI="${initName(period.firstSequence)}"\n` : '';
  return `${discontinuity}${map}#EXT-X-PROGRAM-DATE-TIME:${new Date(startMs).toISOString()}\n`;
}

function partLines({ mediaSequence, parts }: Segment): string {
  let lines = '';
  for (const [index, { durationUs, independent }] of parts.entries()) {
    const uri = partName(mediaSequence, index);
    lines += `#EXT-X-PART:DURATION=${seconds(durationUs)},URI="${uri}"${independent ? ',INDEPENDENT=YES' : ''}\n`;
  }
  return lines;
}

const tailLines = ({ mediaSequence, durationUs }: Segment): string =>
  `#EXTINF:${seconds(durationUs)},\n${segmentName(mediaSequence)}\n`;

/** Returns an `#EXT-X-RENDITION-REPORT` line for each sibling. */
export const renditionReports = (siblings: readonly RenditionState[]): string =>
  siblings
    .map(
      ({ uri, lastSequence, lastPart }) =>
        `#EXT-X-RENDITION-REPORT:URI="${uri}",LAST-MSN=${lastSequence},LAST-PART=${lastPart}\n`,
    )
    .join('');

/**
 * The media playlist of one track (RFC 8216bis with low-latency extensions), in a full and a delta form. Its URLs are
 * relative, so all viewers get the same body. Each form is built on the first request after a change, and cached until
 * the next change.
 */
export class MediaPlaylist {
  readonly #window: LiveWindow;
  readonly #siblings: () => readonly RenditionState[];
  readonly #listings = new WeakMap<Segment, Listing>();
  readonly #target: SegmentTarget;
  #full: PlaylistBody | null = null;
  #delta: PlaylistBody | null = null;

  constructor(
    window: LiveWindow,
    target: SegmentTarget,
    siblings: () => readonly RenditionState[] = () => [],
  ) {
    this.#window = window;
    this.#target = target;
    this.#siblings = siblings;
  }

  get targetDurationS(): number {
    return this.#target.seconds;
  }

  /** Drops the cached forms. Must be called after every change of the window or of a sibling. */
  invalidate(): void {
    this.#full = null;
    this.#delta = null;
  }

  /** Returns the full playlist, or with `skip` the delta update if there are segments to skip. */
  body(skip: boolean): PlaylistBody {
    if (!skip) {
      this.#full ??= new PlaylistBody(this.#build(this.#window.listed(), 0));
      return this.#full;
    }
    if (this.#delta === null) {
      const listed = this.#window.listed();
      const skipped = this.#skippable(listed);
      this.#delta = skipped > 0 ? new PlaylistBody(this.#build(listed, skipped)) : this.body(false);
    }
    return this.#delta;
  }

  /** Returns the number of segments beyond the skip boundary. */
  #skippable(listed: readonly Segment[]): number {
    let leftUs = SKIP_BOUNDARY_TARGETS * this.targetDurationS * 1e6;
    for (let index = listed.length - 1; index >= 0; index -= 1) {
      if (leftUs <= 0) return index + 1;
      leftUs -= listed[index]?.durationUs ?? 0;
    }
    return 0;
  }

  #build(listed: readonly Segment[], skipped: number): string {
    const shown = skipped === 0 ? listed : listed.slice(skipped);
    let text = this.#header(listed);
    if (skipped > 0) text += `#EXT-X-SKIP:SKIPPED-SEGMENTS=${skipped}\n`;
    const newest = this.#window.newestSequence;
    for (const [index, segment] of shown.entries()) {
      const mapNeeded = index === 0 && skipped === 0;
      const parts = segment.mediaSequence > newest - SEGMENTS_WITH_PARTS;
      text += this.#segmentLines(segment, parts, mapNeeded);
    }
    if (this.#window.ended) return `${text}#EXT-X-ENDLIST\n`;
    return text + this.#hint() + renditionReports(this.#siblings());
  }

  #segmentLines(segment: Segment, withParts: boolean, mapNeeded: boolean): string {
    if (!segment.closed) return headLines(segment, mapNeeded) + partLines(segment);
    if (mapNeeded) {
      return headLines(segment, true) + (withParts ? partLines(segment) : '') + tailLines(segment);
    }
    let listing = this.#listings.get(segment);
    if (listing === undefined) {
      const head = headLines(segment, false);
      const tail = tailLines(segment);
      listing = { withParts: head + partLines(segment) + tail, withoutParts: head + tail };
      this.#listings.set(segment, listing);
    }
    return withParts ? listing.withParts : listing.withoutParts;
  }

  #header(listed: readonly Segment[]): string {
    const [first] = listed;
    const target = this.targetDurationS;
    // The discontinuity sequence in the header does not count the discontinuity tags of the first segment, because
    // these tags are listed.
    const ownTags = first?.beginsPeriod === true ? first.period.tags : 0;
    const discontinuity = (first?.period.discontinuity ?? 0) - ownTags;
    const independent = listed.every((segment) => segment.independent);
    return `#EXTM3U
#EXT-X-VERSION:9
#EXT-X-TARGETDURATION:${target}
#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=${PART_HOLD_BACK_S.toFixed(3)},CAN-SKIP-UNTIL=${(target * SKIP_BOUNDARY_TARGETS).toFixed(3)}
#EXT-X-PART-INF:PART-TARGET=${PART_TARGET_S.toFixed(3)}
#EXT-X-MEDIA-SEQUENCE:${this.#window.firstListed}
#EXT-X-DISCONTINUITY-SEQUENCE:${discontinuity}
${independent ? '#EXT-X-INDEPENDENT-SEGMENTS\n' : ''}`;
  }

  #hint(): string {
    const { mediaSequence, part } = nextPart(this.#window);
    return `#EXT-X-PRELOAD-HINT:TYPE=PART,URI="${partName(mediaSequence, part)}"\n`;
  }
}

/** Returns the expected next part, for the preload hint. */
export function nextPart(window: LiveWindow): {
  readonly mediaSequence: number;
  readonly part: number;
} {
  const { newest } = window;
  return newest === undefined || newest.closed
    ? { mediaSequence: window.newestSequence + 1, part: 0 }
    : { mediaSequence: newest.mediaSequence, part: newest.parts.length };
}
