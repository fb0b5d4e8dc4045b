/** The three limits below together mean that a link is too thin. This is the frame rate. */
const FRAMES_PER_S_MIN = 8;
/** How long the frame rate must be too low. */
const WINDOW_MS = 2_250;
/** The minimum number of packets that were lost or requested again. A stream with a low frame rate loses no packets. */
const REPAIRS_MIN = 20;

export interface LinkSample {
  readonly atMs: number;
  /** Number of frames decoded so far. */
  readonly frames: number;
  /** Number of lost packets, re-requested packets and keyframe requests so far. */
  readonly repairs: number;
}

/** Detects too little bandwidth for WebRTC: a low frame rate together with many lost packets. */
export class ThinLinkWatch {
  #samples: LinkSample[] = [];

  /** Adds a sample. Returns whether the link was too thin over the last two seconds. */
  sample(sample: LinkSample): boolean {
    this.#samples.push(sample);
    const from = this.#samples.findLast(({ atMs }) => sample.atMs - atMs >= WINDOW_MS);
    if (from === undefined) return false;
    this.#samples = this.#samples.slice(this.#samples.indexOf(from));
    const seconds = (sample.atMs - from.atMs) / 1_000;
    const frames = sample.frames - from.frames;
    return frames < FRAMES_PER_S_MIN * seconds && sample.repairs - from.repairs >= REPAIRS_MIN;
  }

  /**
   * Discards the samples. Call this while the video is paused or hidden, because the browser then decodes no frames.
   */
  forget(): void {
    this.#samples = [];
  }
}

/** The time over which the frame rate is measured. The repair of a lost packet takes less. */
const LOW_RATE_MS = 500;

/**
 * Detects a frozen or stuttering video within half a second. The player then asks the server whether the session has
 * ended. A low frame rate alone ends no session, because a stream with a few frames per second looks the same.
 */
export class FrameRateWatch {
  #samples: Pick<LinkSample, 'atMs' | 'frames'>[] = [];

  /** Adds a sample. Returns whether the rate was low over the last half second. */
  sample(sample: Pick<LinkSample, 'atMs' | 'frames'>): boolean {
    this.#samples.push(sample);
    const index = this.#samples.findLastIndex(({ atMs }) => sample.atMs - atMs >= LOW_RATE_MS);
    const from = this.#samples[index];
    if (from === undefined) return false;
    this.#samples = this.#samples.slice(index);
    const seconds = (sample.atMs - from.atMs) / 1_000;
    return sample.frames - from.frames < FRAMES_PER_S_MIN * seconds;
  }

  /** Discards the samples. Call this while the video is paused or hidden. */
  forget(): void {
    this.#samples = [];
  }
}

interface VideoStats {
  readonly type: string;
  readonly kind?: string;
  readonly framesDecoded?: number;
  readonly packetsLost?: number;
  readonly nackCount?: number;
  readonly pliCount?: number;
}

/** Reads the video reception from the browser's statistics; `null` if they have none. */
export function readReception(report: {
  forEach: (each: (stats: VideoStats) => void) => void;
}): Omit<LinkSample, 'atMs'> | null {
  let reception: Omit<LinkSample, 'atMs'> | null = null;
  report.forEach((stats) => {
    const { type, kind, framesDecoded, packetsLost = 0, nackCount = 0, pliCount = 0 } = stats;
    if (type !== 'inbound-rtp' || kind !== 'video' || framesDecoded === undefined) return;
    const repairs = Math.max(0, packetsLost) + nackCount + pliCount;
    reception = { frames: framesDecoded, repairs };
  });
  return reception;
}
