/** The delay from the server to the screen, with the counters from which the delay was computed. */
export interface WebrtcDelay {
  readonly delayMs: number;
  /** Total seconds in the jitter buffer over all frames, and the number of frames. */
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
 * Computes the WebRTC delay from the browser's statistics: half a round trip plus the mean time in the jitter buffer
 * since the last reading. `null` if the browser reports neither.
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
  const frames = emitted - (before?.emitted ?? 0);
  const waitS = frames > 0 ? (waitedS - (before?.waitedS ?? 0)) / frames : 0;
  const tripS = (roundTripS ?? 0) / 2;
  return { delayMs: (waitS + tripS) * 1_000, waitedS, emitted };
};
