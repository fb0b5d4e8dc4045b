import { z } from 'zod';

/** A dead process gives way after this long. A living one renews its leases until its publisher has been silent for 3 s. */
export const LEASE_MS_MAX = 2_000;
/** An origin reports every second; without a report for this long it is considered away. */
export const ORIGIN_MS_MAX = 5_000;

const CHANNELS_MAX = 64;
const ADDRESS_CHARS_MAX = 300;
const counter = z.int().min(0).max(2_147_483_647);

/** The media process that asks. */
export const OriginIdentity = z.object({
  /** Kept in its data folder. */
  origin_id: z.uuid(),
  /** One start of the process. */
  process_id: z.uuid(),
  origin_url: z.union([z.literal(''), z.url({ protocol: /^https?$/ }).max(ADDRESS_CHARS_MAX)]),
});
export type OriginIdentity = z.infer<typeof OriginIdentity>;

/** The part of an authorisation with which a publisher claims its channel. */
export const ChannelClaim = OriginIdentity.extend({ standby: z.boolean() });
export type ChannelClaim = z.infer<typeof ChannelClaim>;

export const LeaseRenewal = z.object({
  channel_id: z.string().min(1).max(63),
  fence: counter,
  /** Milliseconds until the publisher may be replaced; 0 releases the channel. */
  held_ms: z.int().min(0).max(LEASE_MS_MAX),
  standby: z.boolean(),
  discontinuity: counter,
  media_sequence: counter,
});
export type LeaseRenewal = z.infer<typeof LeaseRenewal>;

/** A report of an origin: that it runs, and the channels that it holds. */
export const OriginReport = OriginIdentity.extend({
  leases: z.array(LeaseRenewal).max(CHANNELS_MAX),
});
export type OriginReport = z.infer<typeof OriginReport>;

/** A lease, in the answer to an authorised publisher. */
export interface GrantedLease {
  readonly fence: number;
  /** Playlists continue above these numbers. */
  readonly discontinuity: number;
  readonly media_sequence: number;
  /** Another origin published the channel last, so that an own window of it is out of date. */
  readonly taken_over: boolean;
}
