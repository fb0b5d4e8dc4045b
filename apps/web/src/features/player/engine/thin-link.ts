/** A link is too thin below this frame rate … */
const FRAMES_PER_S_MIN = 8;
/** … for this long, */
const WINDOW_MS = 2_250;
/** with this many lost or re-requested packets: a slow stream loses none. */
const REPAIRS_MIN = 20;

export interface LinkSample {
  readonly atMs: number;
  /** Frames decoded so far. */
  readonly frames: number;
  /** Packets lost, and requests for packets and key frames, so far. */
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

  /** Call this while the video is paused or hidden, when the counts mean nothing. */
  forget(): void {
    this.#samples = [];
  }
}

/** The frame rate is measured over this long: a lost packet is repaired sooner. */
const LOW_RATE_MS = 500;

/**
 * Detects a frozen or stuttering video within half a second, as a reason to check the session on the server. A stream of a
 * few frames a second looks the same, so a low rate alone does not end the session.
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

  /** Call this while the video is paused or hidden. */
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
