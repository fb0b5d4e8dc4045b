import type { MediaEvent } from '../api-client.ts';
import type { LadderAbsence, LadderActivity } from '../ladder/open-ladder.ts';
import type { Channel } from './channel.ts';
import type { StreamWarning } from './rendition.ts';

function describeLadder(channel: Channel, absence: LadderAbsence | null): LadderActivity {
  const ladder = channel.ladder?.state;
  return {
    absence,
    rungs: ladder?.rungs ?? [],
    dropped: ladder?.dropped ?? [],
    restarts: ladder?.restarts ?? 0,
    cpu_cores: channel.ladder?.takeCpuCores() ?? null,
    behind_ms: ladder?.behindMs == null ? null : Math.round(ladder.behindMs),
  };
}

/** Returns the statistics event of a channel; `null` before its first publisher. */
export function statsEvent(
  channel: Channel,
  at: string,
  warnings: readonly StreamWarning[],
  ladderAbsence: LadderAbsence | null,
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
    ladder: describeLadder(channel, ladderAbsence),
    restream: { is_available: channel.restream.isAvailable },
  };
}
