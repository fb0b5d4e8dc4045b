/** What a replay's engine reports to its player. */
export type ReplayEngineEvent =
  /** The server responded, so the connection works. */
  | { readonly type: 'responded' }
  /** The height of the playing video, in pixels. */
  | { readonly type: 'height'; readonly height: number }
  /** The grant was refused (401, 403). */
  | { readonly type: 'refused' }
  /** The engine has given up; `resume` continues. */
  | { readonly type: 'failed' };

/** Plays the playlist of a recording in one video element. Each URL needs a new engine. */
export interface ReplayEngine {
  /** Attaches the video element and loads from a position. */
  load(video: HTMLVideoElement, url: string, startS: number): void;
  /** Continues after the connection has returned. */
  resume(): void;
  /** The length of the playlist in seconds; 0 while unknown. */
  lengthS(): number;
  /** Whether the playlist is that of a live in progress, which gets longer. */
  isGrowing(): boolean;
  /** The stadium time that the video shows, in epoch milliseconds; `null` while unknown. */
  programTimeMs(): number | null;
  destroy(): void;
}

export type CreateReplayEngine = (
  video: HTMLVideoElement,
  emit: (event: ReplayEngineEvent) => void,
) => Promise<ReplayEngine>;

/** A buffer that ends this close to the end of the playlist has its last segment: holes at reconnects shorten it. */
const END_TOLERANCE_S = 1;
/** A position this close to the end of the buffer has shown its last frame. */
const LAST_PICTURE_S = 0.25;

export interface PlayedRange {
  readonly positionS: number;
  /** The end of the last buffered range; 0 without any. */
  readonly bufferedS: number;
  readonly lengthS: number;
}

/**
 * Returns whether a replay has played to its end. The `ended` event of the video is not enough: hls.js does not fire it
 * after a hole in the buffer, as an encoder's reconnect leaves it (decision 102).
 */
export const hasPlayedToEnd = ({ positionS, bufferedS, lengthS }: PlayedRange): boolean =>
  lengthS > 0 && bufferedS >= lengthS - END_TOLERANCE_S && positionS >= bufferedS - LAST_PICTURE_S;
