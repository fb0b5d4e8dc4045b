import { z } from 'zod';
import { endpoints } from '../../endpoint.ts';
import { LIMITS } from '../../limits.ts';
import { parseRestreamUrl } from '../../rules/restream-url.ts';

const time = z.iso.datetime();

/** `waiting`: switched on, and the channel is not on air. */
export const RestreamState = z.enum(['off', 'waiting', 'connecting', 'sending', 'retrying']);
export type RestreamState = z.infer<typeof RestreamState>;

/**
 * Why a target is tried again. `refused`: it ended the connection before it took the stream, as for a wrong key;
 * `key_unreadable`: the key was encrypted with another secret.
 */
export const RestreamFailure = z.enum([
  'no_ffmpeg',
  'address_refused',
  'unreachable',
  'refused',
  'ended',
  'too_slow',
  'key_unreadable',
]);
export type RestreamFailure = z.infer<typeof RestreamFailure>;

/** A server that a channel's stream is sent on to. Its stream key is never shown again. */
export const RestreamTarget = z.object({
  restream_target_id: z.uuid(),
  name: z.string(),
  url: z.string(),
  is_enabled: z.boolean(),
  state: RestreamState,
  /** Since when it is in this state; `null` while it is off or waiting. */
  since: time.nullable(),
  /** Only while it is tried again. */
  failure: RestreamFailure.nullable(),
  bitrate_bps: z.number().nonnegative(),
  created_at: time,
  created_by: z.string(),
});
export type RestreamTarget = z.infer<typeof RestreamTarget>;

const RestreamTargets = z.object({
  /** Whether the media process has ffmpeg, which sends; `null`: unknown before the channel was on air. */
  is_available: z.boolean().nullable(),
  targets: z.array(RestreamTarget),
});

const row = {
  tag: 'Operators: programme',
  caller: 'operator',
  identity: 'staff',
  permission: 'manage_stream_keys',
} as const;
const ofChannel = z.object({ channel_id: z.string().min(1).max(LIMITS.channelCharsMax) });
const ofTarget = ofChannel.extend({ restream_target_id: z.uuid().toLowerCase() });
/** Visible ASCII, as platforms give out. */
const STREAM_KEY = /^[\x21-\x7e]+$/;

export const operatorRestreamEndpoints = endpoints({
  'GET /operator/channel/{channel_id}/restream': {
    ...row,
    summary: 'The targets that the stream of a channel is sent on to, with their states',
    params: ofChannel,
    data: RestreamTargets,
    errors: ['channel_not_found'],
  },
  'POST /operator/channel/{channel_id}/restream': {
    ...row,
    summary:
      'Add a restream target, switched off. Its stream key is encrypted and never shown again',
    sensitive: true,
    params: ofChannel,
    body: z.strictObject({
      name: z.string().trim().min(1).max(LIMITS.restreamNameCharsMax),
      url: z
        .string()
        .trim()
        .max(LIMITS.restreamUrlCharsMax, { abort: true })
        .refine((url) => parseRestreamUrl(url) !== null),
      stream_key: z.string().trim().max(LIMITS.restreamKeyCharsMax).regex(STREAM_KEY),
    }),
    data: RestreamTargets,
    errors: ['channel_not_found', 'restream_targets_full', 'restream_address_refused'],
  },
  'PUT /operator/channel/{channel_id}/restream/{restream_target_id}': {
    ...row,
    summary: 'Switch a restream target on or off',
    params: ofTarget,
    body: z.strictObject({ is_enabled: z.boolean() }),
    data: RestreamTargets,
    errors: ['restream_target_not_found'],
  },
  'DELETE /operator/channel/{channel_id}/restream/{restream_target_id}': {
    ...row,
    summary: 'Remove a restream target with its stream key',
    sensitive: true,
    params: ofTarget,
    data: RestreamTargets,
    errors: ['restream_target_not_found'],
  },
});
