import { z } from 'zod';

/**
 * Maximum time until a lease of a crashed process expires. A running process renews its leases until the
 * publisher has sent nothing for 3 s.
 */
export const LEASE_MS_MAX = 2_000;
/** An origin that has not reported for this long is considered down. Origins report every second. */
export const ORIGIN_MS_MAX = 5_000;

const CHANNELS_MAX = 64;
const ADDRESS_CHARS_MAX = 300;
const counter = z.int().min(0).max(2_147_483_647);

/** Identifies the media process that sends a request. */
export const OriginIdentity = z.object({
  /** Stored in the data folder of the process. */
  origin_id: z.uuid(),
  /** Generated at each start of the process. */
  process_id: z.uuid(),
  origin_url: z.union([z.literal(''), z.url({ protocol: /^https?$/ }).max(ADDRESS_CHARS_MAX)]),
});
export type OriginIdentity = z.infer<typeof OriginIdentity>;

/** The fields of an authorisation request that claim the channel for a publisher. */
export const ChannelClaim = OriginIdentity.extend({ standby: z.boolean() });
export type ChannelClaim = z.infer<typeof ChannelClaim>;

export const LeaseRenewal = z.object({
  channel_id: z.string().min(1).max(63),
  fence: counter,
  /** Milliseconds until another origin may claim the channel; 0 releases the channel. */
  held_ms: z.int().min(0).max(LEASE_MS_MAX),
  standby: z.boolean(),
  discontinuity: counter,
  media_sequence: counter,
});
export type LeaseRenewal = z.infer<typeof LeaseRenewal>;

/** A heartbeat of an origin, with the channels that it holds. */
export const OriginReport = OriginIdentity.extend({
  leases: z.array(LeaseRenewal).max(CHANNELS_MAX),
});
export type OriginReport = z.infer<typeof OriginReport>;

/** A lease, in the response to an authorised publisher. */
export interface GrantedLease {
  readonly fence: number;
  /** The numbers of the channel's playlists continue after these values. */
  readonly discontinuity: number;
  readonly media_sequence: number;
  /** Whether another origin published the channel last. The window on this origin's disk is then outdated. */
  readonly taken_over: boolean;
}
