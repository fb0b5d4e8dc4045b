/** A rendition that the viewer may choose. `id` is the engine's own. */
export interface Quality {
  readonly id: number;
  readonly height: number;
  readonly bitsPerSecond: number;
}

export const QUALITY_AUTO = -1;

/** Where one stream is, each address with its grant. */
export interface StreamAddresses {
  readonly hls: string;
  /** By WebRTC; `null` where it is not. */
  readonly whep: string | null;
}

/** The sound alone: `none` the stream does not offer it · `off`, `on` as the viewer wants it. */
export type AudioOnly = 'none' | 'off' | 'on';

/**
 * Low latency (WebRTC): `none` the stream has none · `off`, `on` as the viewer wants it · `lost` it did not work, so
 * HLS plays.
 */
export type Realtime = 'none' | 'off' | 'on' | 'lost';

export type EngineEvent =
  | { readonly type: 'qualities'; readonly qualities: readonly Quality[] }
  /** The sound can be had alone. */
  | { readonly type: 'audio_offered' }
  /** The height of the picture that plays, in pixels. */
  | { readonly type: 'height'; readonly height: number }
  /** The server answered: whatever else is slow, the connection is there. */
  | { readonly type: 'heard' }
  /** A request failed and is tried again. */
  | { readonly type: 'trouble' }
  /** The grant was refused (401, 403). */
  | { readonly type: 'refused' }
  /** The engine has given up; `resume` or a new engine goes on. */
  | { readonly type: 'dead' }
  | { readonly type: 'ended' }
  /** WebRTC shows nothing, or too little because the link is too thin: HLS will. */
  | { readonly type: 'realtime_lost'; readonly linkThin: boolean }
  /** The picture comes without its sound. */
  | { readonly type: 'soundless' };

/** What plays one address in one video element. Made anew for every address. */
export interface StreamEngine {
  /** Takes the video element and begins to load. */
  load(video: HTMLVideoElement, url: string): void;
  /** Loads on after the connection came back. */
  resume(): void;
  /** Seconds on the video's time line where live is, the hold-back already taken off. */
  livePositionS(): number | null;
  /** The moment in the hall that the picture shows (`PROGRAM-DATE-TIME`), in milliseconds of the publisher's clock. */
  programTimeMs(): number | null;
  /** The server's clock minus this device's, as far as an answer told it. */
  clockSkewMs(): number;
  /** `QUALITY_AUTO` or the id of a quality. */
  setQuality(id: number): void;
  /** Where it is left to the engine, it takes no more than the data saver allows. */
  setDataSaver(on: boolean): void;
  destroy(): void;
}

/** After a join, or a wish of the viewer. What did not work is not tried again by itself. */
export const nextRealtime = (before: Realtime, offered: boolean, wanted: boolean): Realtime => {
  if (!offered) return 'none';
  if (before === 'lost') return 'lost';
  return wanted ? 'on' : 'off';
};

/** A picture of this height is still good on a phone; the data saver takes none that is greater. */
const SAVER_HEIGHT_MAX = 480;

/** The best quality that the data saver allows: up to a height, else the smallest there is. `null` of none. */
export const saverQuality = (qualities: readonly Quality[]): Quality | null => {
  const sorted = [...qualities].sort((a, b) => a.bitsPerSecond - b.bitsPerSecond);
  return (
    sorted.findLast(({ height }) => height > 0 && height <= SAVER_HEIGHT_MAX) ?? sorted[0] ?? null
  );
};

/** What an engine is wanted for: `native` is the browser's own player, which can hand the stream to a television. */
export type EngineWish = 'best' | 'realtime' | 'native';

export type EngineKind = 'mse' | 'native' | 'none';

/**
 * Media Source Extensions where there are any, ManagedMediaSource of newer iPhones among them: low latency and the
 * same behaviour everywhere. Apple's own player where there are none.
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
