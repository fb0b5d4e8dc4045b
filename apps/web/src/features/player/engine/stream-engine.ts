/** A rendition that the viewer can choose. Each engine has its own values of `id`. */
export interface Quality {
  readonly id: number;
  readonly height: number;
  readonly bitsPerSecond: number;
}

export const QUALITY_AUTO = -1;

/** The URLs of a stream, each with its grant. */
export interface StreamAddresses {
  readonly hls: string;
  /** The WebRTC URL; `null` if the stream has none. */
  readonly whep: string | null;
}

/** The state of audio only. `none`: the stream does not offer it. `off`, `on`: the viewer's setting. */
export type AudioOnly = 'none' | 'off' | 'on';

/**
 * The state of low latency (WebRTC). `none`: the stream does not offer it. `off`, `on`: the viewer's setting. `lost`:
 * WebRTC failed, so HLS plays.
 */
export type Realtime = 'none' | 'off' | 'on' | 'lost';

export type EngineEvent =
  | { readonly type: 'qualities'; readonly qualities: readonly Quality[] }
  /** The stream has an audio-only rendition. */
  | { readonly type: 'audio_offered' }
  /** The height of the playing video, in pixels. */
  | { readonly type: 'height'; readonly height: number }
  /** The server responded, so the connection works. */
  | { readonly type: 'responded' }
  /** A request failed and is being retried. */
  | { readonly type: 'retrying' }
  /** The grant was refused (401, 403). */
  | { readonly type: 'refused' }
  /** The engine has stopped after a failure; only `resume` or a new engine continues. */
  | { readonly type: 'failed' }
  | { readonly type: 'ended' }
  /** WebRTC failed, or the bandwidth is too low for it: use HLS. */
  | { readonly type: 'realtime_lost'; readonly linkThin: boolean }
  /** The video plays without sound. */
  | { readonly type: 'soundless' };

/** Plays one URL in one video element. Each URL needs a new engine. */
export interface StreamEngine {
  /** Attaches the video element and starts loading. */
  load(video: HTMLVideoElement, url: string): void;
  /** Continues loading after the connection has returned. */
  resume(): void;
  /** The live position in seconds on the video's timeline, including the hold-back. */
  livePositionS(): number | null;
  /** The stadium time that the video shows (`PROGRAM-DATE-TIME`), in milliseconds of the publisher's clock. */
  programTimeMs(): number | null;
  /** The server's clock minus this device's clock, in milliseconds; 0 while unknown. */
  clockSkewMs(): number;
  /** `QUALITY_AUTO` or the id of a quality. */
  setQuality(id: number): void;
  /** Caps the automatic quality. */
  setDataSaver(on: boolean): void;
  destroy(): void;
}

/** Returns the state of low latency after a join or a change of settings. The state `lost` never changes to `on`. */
export const nextRealtime = (before: Realtime, offered: boolean, wanted: boolean): Realtime => {
  if (!offered) return 'none';
  if (before === 'lost') return 'lost';
  return wanted ? 'on' : 'off';
};

/** The maximum video height of the data saver, in pixels. This height still looks good on a phone. */
const SAVER_HEIGHT_MAX = 480;

/** Returns the best quality within the data saver's height, else the smallest; `null` if there are none. */
export const saverQuality = (qualities: readonly Quality[]): Quality | null => {
  const sorted = [...qualities].sort((a, b) => a.bitsPerSecond - b.bitsPerSecond);
  return (
    sorted.findLast(({ height }) => height > 0 && height <= SAVER_HEIGHT_MAX) ?? sorted[0] ?? null
  );
};

/** `best` chooses the engine by browser. `native` is the browser's built-in player, which can cast to a television. */
export type EngineMode = 'best' | 'realtime' | 'native';

export type EngineKind = 'mse' | 'native' | 'none';

/**
 * Returns the engine for this browser. Media Source Extensions, including ManagedMediaSource of newer iPhones, come
 * first: they give low latency and the same behaviour everywhere. The fallback is Apple's native player.
 */
export const chooseEngine = (has: { mse: boolean; nativeHls: boolean }): EngineKind => {
  if (has.mse) return 'mse';
  return has.nativeHls ? 'native' : 'none';
};

export const detectEngine = (video: HTMLVideoElement): EngineKind => {
  const { ManagedMediaSource } = window as { ManagedMediaSource?: typeof MediaSource };
  const source = ManagedMediaSource ?? window.MediaSource;
  return chooseEngine({
    mse: source?.isTypeSupported('video/mp4; codecs="avc1.42E01E,mp4a.40.2"') === true,
    nativeHls: video.canPlayType('application/vnd.apple.mpegurl') !== '',
  });
};
