import {
  type AudioOnly,
  QUALITY_AUTO,
  type Quality,
  type Realtime,
  type StreamEngine,
} from '../engine/stream-engine.ts';
import type { PlayerStatus } from './player-status.ts';

/** What the controls show. It changes seldom; what changes all the time is `PlayerProgress`. */
export interface PlayerSnapshot {
  readonly status: PlayerStatus;
  /** The viewer's wish, or the browser's where it refused to start. */
  readonly paused: boolean;
  readonly muted: boolean;
  /** 0–1. */
  readonly volume: number;
  /** The browser allowed the start only without sound: a tap brings it. */
  readonly unmuteOffered: boolean;
  /** A frame has been shown, so the poster can go. */
  readonly started: boolean;
  readonly qualities: readonly Quality[];
  /** `QUALITY_AUTO` or the id of a quality. */
  readonly quality: number;
  /** Of the picture that plays, in pixels; 0 where it is not known. */
  readonly height: number;
  readonly dataSaver: boolean;
  readonly audio: AudioOnly;
  readonly realtime: Realtime;
  /** Low latency was lost because the viewer's link carries too little. */
  readonly linkThin: boolean;
  /** The picture is there in low latency, its sound only without. */
  readonly soundless: boolean;
}

/** Where the picture is. Seconds count on the video's own time line. */
export interface PlayerProgress {
  readonly positionS: number;
  /** What can be rewound to. */
  readonly fromS: number;
  readonly toS: number;
  readonly atLive: boolean;
  /** From the camera to this screen; `null` where the stream does not tell. */
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

/** The picture counts as live up to this far behind the live position, and loses that only further behind. */
const LIVE_WITHIN_S = 3;
const LIVE_LOST_S = 6;

const progressOf = (
  before: PlayerProgress,
  now: {
    readonly positionS: number;
    readonly seekable: TimeRanges;
    readonly liveS: number | null;
    readonly programTimeMs: number | null;
    /** The server's clock. */
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

/** Where the picture is, from what the video element and the engine say. */
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

/** A seek before the first segment, which also moves on, hls.js takes for a start at the live edge: nothing plays. */
const REWIND_MARGIN_S = 2;

/** What the element can be seeked within, where nothing else is known yet. */
export const readRange = ({ seekable, currentTime }: HTMLVideoElement): RewindRange => {
  const last = seekable.length - 1;
  return last < 0
    ? { fromS: currentTime, toS: currentTime }
    : { fromS: seekable.start(0), toS: seekable.end(last) };
};

/** Where a seek to `positionS` really goes. */
export const withinRewind = ({ fromS, toS }: RewindRange, positionS: number): number =>
  Math.min(Math.max(positionS, fromS + REWIND_MARGIN_S), toS);

/** What sound comes back with that was turned down to nothing: 0–1. */
export const VOLUME_AFTER_SILENCE = 0.5;
