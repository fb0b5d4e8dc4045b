/** Kinds of pages. A report names the kind, not the URL. */
export const PAGE_KINDS = [
  'home',
  'live',
  'replays',
  'clip',
  'stream',
  'streamwebrtc',
  'program',
  'history',
  'predict',
  'wallet',
  'profile',
  'sign-in',
  'sign-up',
  'password',
  'other',
] as const;
export type PageKind = (typeof PAGE_KINDS)[number];

/** Classes of errors. The message of an error is never reported, because it may contain what a member typed. */
export const FAULT_CLASSES = [
  'TypeError',
  'ReferenceError',
  'RangeError',
  'SyntaxError',
  'ChunkError',
  'NetworkError',
  'DOMException',
  'Error',
  'other',
] as const;
export type FaultClass = (typeof FAULT_CLASSES)[number];

export const TRANSPORTS = ['hls', 'native', 'webrtc'] as const;
export type Transport = (typeof TRANSPORTS)[number];

/** Rendition heights that are counted separately. Other heights count as the nearest lower one. */
export const REPORTED_HEIGHTS = [0, 240, 360, 480, 540, 720, 1080, 1440, 2160] as const;

/**
 * Why a session failed: the state in which a session without a first frame ended, or why the player gave up. Errors of
 * the API that are not listed count as `refused`.
 */
export const PLAYBACK_FAILURES = [
  'joining',
  'loading',
  'offline',
  'interrupted',
  'player_unsupported',
  'live_unavailable',
  'stream_not_found',
  'live_not_found',
  'token_invalid',
  'rate_limited',
  'refused',
] as const;
export type PlaybackFailure = (typeof PLAYBACK_FAILURES)[number];

/** Limits of one report. Larger values are refused. */
export const TELEMETRY_LIMITS = {
  bodyBytesMax: 8 * 1024,
  windowsMax: 20,
  faultsMax: 10,
  /** How often a page reports. */
  reportMs: 30_000,
  /** Longer than `reportMs`, because a busy page reports late. */
  windowMsMax: 120_000,
  ageMsMax: 600_000,
  joinMsMax: 120_000,
  latencyMsMax: 600_000,
  stallsMax: 200,
  faultCountMax: 1_000,
} as const;
