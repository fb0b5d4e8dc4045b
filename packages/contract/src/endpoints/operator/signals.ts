import { z } from 'zod';
import { endpoints } from '../../endpoint.ts';
import { LIMITS } from '../../limits.ts';

const count = z.number().nonnegative();
const time = z.iso.datetime();

/** One signal of a channel, as the media process last reported it. */
export const ChannelSignal = z.object({
  protocol: z.string(),
  /** Whether new frames arrive. */
  healthy: z.boolean(),
  bitrate_bps: count,
  frame_rate: count.nullable(),
  /** When its newest frame arrived; `null` before the first. */
  last_picture_at: time.nullable(),
});
export type ChannelSignal = z.infer<typeof ChannelSignal>;

/** The smaller renditions that ffmpeg makes of a channel. */
export const ChannelLadder = z.object({
  /** Why there are none; `null`: ffmpeg makes them. */
  absence: z.enum(['off', 'few_cores', 'no_ffmpeg', 'no_encoder']).nullable(),
  renditions: z.array(z.string()),
  /** Renditions that were dropped because the machine was too slow. */
  dropped: z.array(z.string()),
  restarts: count,
  /** Average number of CPU cores in use since the previous report. */
  cpu_cores: count.nullable(),
  behind_ms: count.nullable(),
});
export type ChannelLadder = z.infer<typeof ChannelLadder>;

/** The primary and the backup signal of a channel. `null`: not connected. */
export const ChannelSignals = z.object({
  channel_id: z.string(),
  publishing: z.boolean(),
  reported_at: time.nullable(),
  shown: z.enum(['primary', 'backup']).nullable(),
  shown_since: time.nullable(),
  primary: ChannelSignal.nullable(),
  backup: ChannelSignal.nullable(),
  /** When the primary is shown again if it stays healthy. */
  primary_returns_at: time.nullable(),
  /** Number of changes of the shown signal since the channel began. */
  takeovers: count,
  /** `null`: the media process does not report it. */
  ladder: ChannelLadder.nullable(),
});
export type ChannelSignals = z.infer<typeof ChannelSignals>;

const ofChannel = z.object({ channel_id: z.string().min(1).max(LIMITS.channelCharsMax) });
const staff = { tag: 'operator show', caller: 'operator', identity: 'staff' } as const;

export const operatorSignalEndpoints = endpoints({
  'GET /operator/channel/{channel_id}/signals': {
    ...staff,
    permission: 'see_show',
    summary:
      'Reads the state of the primary and the backup signal of a channel, and its renditions',
    params: ofChannel,
    data: ChannelSignals,
    errors: ['channel_not_found'],
  },
  'POST /operator/channel/{channel_id}/return-to-primary': {
    ...staff,
    permission: 'direct_show',
    summary: 'Shows the primary signal again, from its next key frame on',
    params: ofChannel,
    body: z.strictObject({
      /** The reason, for the audit log. */
      reason: z.string().trim().max(LIMITS.reasonCharsMax).optional(),
    }),
    data: z.object({ accepted: z.literal(true) }),
    errors: ['channel_not_found', 'signal_unhealthy', 'media_unreachable'],
  },
});
