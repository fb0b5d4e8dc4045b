/** How long the picture takes from the server to the screen, and the sums it was reckoned from. */
export interface WebrtcDelay {
  readonly delayMs: number;
  /** Seconds that all pictures together waited in the jitter buffer, and how many they were. */
  readonly waitedS: number;
  readonly emitted: number;
}

interface VideoStats {
  readonly type: string;
  readonly kind?: string;
  readonly jitterBufferDelay?: number;
  readonly jitterBufferEmittedCount?: number;
  readonly nominated?: boolean;
  readonly currentRoundTripTime?: number;
}

/**
 * The delay of a WebRTC picture from the browser's statistics: half a round trip, and what pictures have waited in the
 * jitter buffer since the last look. `null` where the browser tells neither.
 */
export const readWebrtcDelay = (
  report: { forEach: (each: (stats: VideoStats) => void) => void },
  before: WebrtcDelay | null,
): WebrtcDelay | null => {
  let video: VideoStats | null = null;
  let roundTripS: number | null = null;
  report.forEach((stats) => {
    if (stats.type === 'inbound-rtp' && stats.kind === 'video') video = stats;
    if (stats.type === 'candidate-pair' && stats.nominated === true) {
      roundTripS = stats.currentRoundTripTime ?? roundTripS;
    }
  });
  const { jitterBufferDelay: waitedS = 0, jitterBufferEmittedCount: emitted = 0 } =
    (video as VideoStats | null) ?? {};
  if (emitted === 0 && roundTripS === null) return before;
  const pictures = emitted - (before?.emitted ?? 0);
  const waitS = pictures > 0 ? (waitedS - (before?.waitedS ?? 0)) / pictures : 0;
  const tripS = (roundTripS ?? 0) / 2;
  return { delayMs: (waitS + tripS) * 1_000, waitedS, emitted };
};
