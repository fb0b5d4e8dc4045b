import { z } from 'zod';

/**
 * The response for an authorised publisher. `lease` is absent if the API is an earlier release or a test double without
 * leases.
 */
export const PublishAnswer = z.object({
  path: z.string().min(1),
  lease: z
    .object({
      fence: z.int(),
      discontinuity: z.int(),
      media_sequence: z.int(),
      taken_over: z.boolean(),
    })
    .transform(({ fence, discontinuity, media_sequence, taken_over }) => ({
      fence,
      discontinuity,
      mediaSequence: media_sequence,
      isTakenOver: taken_over,
    }))
    .nullable()
    .default(null),
});

/** A channel whose lease the API has granted to this process. */
export interface Lease {
  /** Grows with each claim of the channel by any process. */
  readonly fence: number;
  /** The highest numbers of earlier playlists. */
  readonly discontinuity: number;
  readonly mediaSequence: number;
  /** Whether another origin was the last to publish the channel. */
  readonly isTakenOver: boolean;
}

/** The response for a publisher whose channel is leased to another process. */
export const HeldAnswer = z.object({ wait_ms: z.number().min(0) });

/** The origin that publishes a channel, for an edge. */
export const OriginAnswer = z.object({ url: z.url() });

export const RenewalAnswer = z.object({ lost: z.array(z.string()) });

/**
 * The result of an authorisation: the channel and its lease, or the remaining time of another process's lease; `null`
 * if refused.
 */
export type Authorisation =
  | { readonly channelId: string; readonly lease: Lease | null }
  | { readonly waitMs: number }
  | null;

/** One channel in a report of the leases that this process holds. */
export interface LeaseRenewal {
  readonly channel_id: string;
  readonly fence: number;
  /** Milliseconds until the publisher may be replaced; 0 releases the channel. */
  readonly held_ms: number;
  readonly standby: boolean;
  readonly discontinuity: number;
  readonly media_sequence: number;
}
