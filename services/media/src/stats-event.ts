import type { MediaEvent } from './api-client.ts';
import type { Channel } from './channel.ts';
import type { StreamWarning } from './rendition.ts';

/** Returns the report of a channel that is published; `null` before its first publisher. */
export function statsEvent(
  channel: Channel,
  at: string,
  warnings: readonly StreamWarning[],
): MediaEvent | null {
  const stats = channel.stats();
  const rates = channel.takeRates();
  if (stats === null || rates === null) return null;
  const { video, audio, keyFrameIntervalMs, picturesDropped, audioFramesDropped } = stats;
  return {
    type: 'stream_stats',
    at,
    channel_id: channel.id,
    video:
      video === null
        ? null
        : {
            codec: video.codec,
            width: video.width,
            height: video.height,
            frame_rate: rates.frameRate ?? video.frameRate,
            bitrate_bps: rates.videoBps,
            key_frame_interval_ms: keyFrameIntervalMs,
          },
    audio:
      audio === null
        ? null
        : {
            codec: audio.codec,
            sample_rate_hz: audio.sampleRateHz,
            channels: audio.channels,
            bitrate_bps: rates.audioBps,
          },
    warnings,
    dropped_frames: picturesDropped + audioFramesDropped,
    latency_ms: channel.lead?.latencyMs ?? null,
    viewers: { hls: channel.viewers, webrtc: channel.realtimeViewers },
    signals: channel.signals.takeReport(),
  };
}
