import {
  type AudioOnly,
  QUALITY_AUTO,
  type Quality,
  type Realtime,
  type StreamEngine,
} from '../engine/stream-engine.ts';
import type { PlayerStatus } from './player-status.ts';

/** The state that the controls show. This state changes rarely, whereas `PlayerProgress` changes all the time. */
export interface PlayerSnapshot {
  readonly status: PlayerStatus;
  /** Paused by the viewer, or by a browser that blocked playback. */
  readonly paused: boolean;
  readonly muted: boolean;
  /** 0–1. */
  readonly volume: number;
  /** The browser allows only muted playback until the viewer taps. */
  readonly unmuteOffered: boolean;
  /** A frame has been shown, so the poster can be hidden. */
  readonly started: boolean;
  readonly qualities: readonly Quality[];
  /** `QUALITY_AUTO` or the id of a quality. */
  readonly quality: number;
  /** Height of the playing video in pixels; 0 while unknown. */
  readonly height: number;
  readonly dataSaver: boolean;
  readonly audio: AudioOnly;
  readonly realtime: Realtime;
  /** Low latency stopped because the viewer's bandwidth is too low. */
  readonly linkThin: boolean;
  /** Low latency plays without sound. The sound is available by HLS only. */
  readonly soundless: boolean;
}

/** The playback position, in seconds on the video's timeline. */
export interface PlayerProgress {
  readonly positionS: number;
  /** The rewind window. */
  readonly fromS: number;
  readonly toS: number;
  readonly atLive: boolean;
  /** Seconds from the camera to this screen; `null` if the stream has no program time. */
  readonly latencyS: number | null;
  readonly stalls: number;
}

type RewindRange = Pick<PlayerProgress, 'fromS' | 'toS'>;

export const INITIAL_SNAPSHOT: PlayerSnapshot = {
  status: { name: 'idle' },
  paused: false,
  muted: false,
  volume: 1,
  unmuteOffered: false,
  started: false,
  qualities: [],
  quality: QUALITY_AUTO,
  height: 0,
  dataSaver: false,
  audio: 'none',
  realtime: 'none',
  linkThin: false,
  soundless: false,
};

export const INITIAL_PROGRESS: PlayerProgress = {
  positionS: 0,
  fromS: 0,
  toS: 0,
  atLive: true,
  latencyS: null,
  stalls: 0,
};

/** Hysteresis of `atLive`: playback counts as live within the first distance, and as rewound beyond the second. */
const LIVE_WITHIN_S = 3;
const LIVE_LOST_S = 6;

const progressOf = (
  before: PlayerProgress,
  now: {
    readonly positionS: number;
    readonly seekable: TimeRanges;
    readonly liveS: number | null;
    readonly programTimeMs: number | null;
    /** The current time by the server's clock. */
    readonly clockMs: number;
    readonly stalls: number;
  },
): PlayerProgress => {
  const { seekable, positionS, liveS } = now;
  const last = seekable.length - 1;
  const toS = liveS ?? (last >= 0 ? seekable.end(last) : before.toS);
  const fromS =
    last >= 0 ? Math.min(seekable.start(0), toS) : now.liveS === null ? before.fromS : toS;
  const behindS = toS - positionS;
  const latencyMs = now.programTimeMs === null ? null : now.clockMs - now.programTimeMs;
  return {
    positionS,
    fromS,
    toS: Math.max(toS, positionS),
    atLive: behindS < (before.atLive ? LIVE_LOST_S : LIVE_WITHIN_S),
    latencyS: latencyMs === null ? null : Math.max(0, latencyMs / 1000),
    stalls: now.stalls,
  };
};

/** Reads the position from the video element and the engine. */
export const readProgress = (
  before: PlayerProgress,
  video: HTMLVideoElement,
  engine: StreamEngine,
  stalls: number,
): PlayerProgress =>
  progressOf(before, {
    positionS: video.currentTime,
    seekable: video.seekable,
    liveS: engine.livePositionS(),
    programTimeMs: engine.programTimeMs(),
    clockMs: Date.now() + engine.clockSkewMs(),
    stalls,
  });

/**
 * Distance that a seek keeps to the start of the window. The first segment could expire during the seek, and hls.js
 * would then stall at the live edge.
 */
const REWIND_MARGIN_S = 2;

/** Returns the seekable range of the element. */
export const readRange = ({ seekable, currentTime }: HTMLVideoElement): RewindRange => {
  const last = seekable.length - 1;
  return last < 0
    ? { fromS: currentTime, toS: currentTime }
    : { fromS: seekable.start(0), toS: seekable.end(last) };
};

/** Clamps a position to the rewind window. */
export const withinRewind = ({ fromS, toS }: RewindRange, positionS: number): number =>
  Math.min(Math.max(positionS, fromS + REWIND_MARGIN_S), toS);

/** The volume after unmuting a volume of zero: 0–1. */
export const VOLUME_AFTER_SILENCE = 0.5;
