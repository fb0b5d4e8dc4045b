import { z } from 'zod';

/** The answer to an authorised publisher. `lease` is missing from an API, or a stand-in for one, without leases. */
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

/** A channel that the API has given to this process. */
export interface Lease {
  /** Grows with each claim of the channel by any process. */
  readonly fence: number;
  /** The highest numbers of earlier playlists. */
  readonly discontinuity: number;
  readonly mediaSequence: number;
  /** Another origin published the channel last. */
  readonly isTakenOver: boolean;
}

/** The answer to a publisher of a channel that another process holds. */
export const HeldAnswer = z.object({ wait_ms: z.number().min(0) });

/** Where a channel is published, for an edge. */
export const OriginAnswer = z.object({ url: z.url() });

export const RenewalAnswer = z.object({ lost: z.array(z.string()) });

/** An authorisation: the channel and its lease, or the time for which another process holds it; `null`: refused. */
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
