import type { Logger } from '@sangwian/node-kit/logger';
import type { RenditionFollower } from '../channel/rendition.ts';
import type { PackagedPeriod } from '../packager/packaged-part.ts';
import type { TimedPicture } from '../packager/timed-picture.ts';
import { writeKeyFrame } from './annex-b.ts';
import type { Still, Stills } from './still-formats.ts';
import type { StillMaker } from './still-maker.ts';
import { STORYBOARD_BYTES_MAX, Storyboard } from './storyboard.ts';

/** One thumbnail is made in each such slot of the wall clock. */
export const SLOT_MS = 5_000;
/**
 * Maximum number of key frames that wait for their part. A part of a stream that consists of key frames only has about
 * ten.
 */
const KEYS_MAX = 64;
/** An older image is not offered as the current one. */
const NEWEST_AGE_MS_MAX = 30_000;

export interface ChannelThumbnailsOptions {
  readonly channelId: string;
  readonly maker: Pick<StillMaker, 'make'>;
  /** The rewind window. */
  readonly durationMsMax: number;
  readonly logger: Logger;
}

/**
 * A channel's storyboard and its newest image. Each image is the first key frame of a segment, and has the date of the
 * segment.
 */
export class ChannelThumbnails {
  readonly storyboard: Storyboard;
  readonly #options: ChannelThumbnailsOptions;
  #slot = Number.NEGATIVE_INFINITY;
  #newest: { readonly timeMs: number; readonly stills: Stills } | null = null;

  constructor(options: ChannelThumbnailsOptions) {
    this.#options = options;
    this.storyboard = new Storyboard({
      durationMsMax: options.durationMsMax,
      bytesMax: STORYBOARD_BYTES_MAX,
    });
  }

  /** Returns the newest image, or `null` if there is no recent one. */
  newest(still: Still, wallMs: number): Buffer | null {
    if (this.#newest === null || wallMs - this.#newest.timeMs > NEWEST_AGE_MS_MAX) return null;
    return this.#newest.stills[still];
  }

  /**
   * Returns the listener for one rendition's packager.
   * @param isChosen whether images are made of this rendition now
   */
  follow(isChosen: () => boolean): RenditionFollower {
    let record: Buffer | null = null;
    let keys: TimedPicture[] = [];
    return {
      period: (period: PackagedPeriod) => {
        record = period.tracks.video.record;
        keys = [];
      },
      picture: (picture) => {
        if (picture.key) keys = [...keys.slice(1 - KEYS_MAX), picture];
      },
      part: ({ startsSegment, segmentStartMs, cut }) => {
        const key = keys.find(({ pts }) => pts === cut.startDts + cut.keyOffset);
        keys = keys.filter(({ dts }) => dts >= cut.endDts);
        if (!startsSegment || key === undefined || record === null || !isChosen()) return;
        this.#offer(Math.trunc(segmentStartMs), record, key.data);
      },
      sourceEnded: () => {
        record = null;
        keys = [];
      },
    };
  }

  #offer(timeMs: number, record: Buffer, data: Buffer): void {
    const slot = Math.floor(timeMs / SLOT_MS);
    if (slot === this.#slot) return;
    this.#slot = slot;
    this.#make(timeMs, record, data).catch((error: unknown) => {
      const { logger, channelId } = this.#options;
      logger.warn({ err: error, channel: channelId }, 'thumbnail failed');
    });
  }

  async #make(timeMs: number, record: Buffer, data: Buffer): Promise<void> {
    const { maker, channelId } = this.#options;
    const input = writeKeyFrame(record, data);
    const stills = input === null ? null : await maker.make(channelId, input);
    if (stills === null) return;
    this.storyboard.add(timeMs, stills.thumbnail);
    this.#newest = { timeMs, stills };
  }
}
