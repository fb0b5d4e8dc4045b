import { z } from 'zod';
import { endpoints } from '../../endpoint.ts';
import { LIMITS } from '../../limits.ts';

const time = z.iso.datetime();

const StreamKeyLine = z.object({
  stream_key_id: z.uuid(),
  created_at: time,
  created_by: z.string().nullable(),
  revoked_at: time.nullable(),
  revoked_by: z.string().nullable(),
});

/** A channel that an encoder publishes to, with its keys, the newest first. The keys themselves are not stored. */
export const ChannelLine = z.object({
  channel_id: z.string(),
  publishing: z.boolean(),
  keys: z.array(StreamKeyLine),
});
export type ChannelLine = z.infer<typeof ChannelLine>;

const row = {
  tag: 'Operators: programme',
  caller: 'operator',
  identity: 'staff',
  permission: 'manage_stream_keys',
} as const;
/** As in the URLs of the media process, where `g` is the folder of grants. */
const channelId = z
  .string()
  .min(2)
  .max(LIMITS.channelCharsMax)
  .regex(/^[a-z0-9][a-z0-9-]*$/);

export const operatorChannelEndpoints = endpoints({
  'GET /operator/channel': {
    ...row,
    summary: 'The channels with their stream keys',
    data: z.object({ channels: z.array(ChannelLine) }),
    errors: [],
  },
  'POST /operator/channel': {
    ...row,
    summary: 'Add a channel',
    sensitive: true,
    body: z.strictObject({ channel_id: channelId }),
    data: z.object({ channels: z.array(ChannelLine) }),
    errors: ['channel_exists'],
  },
  'POST /operator/channel/{channel_id}/key': {
    ...row,
    summary:
      'Make a stream key, which only this answer shows. A rotation disables the earlier keys',
    sensitive: true,
    params: z.object({ channel_id: channelId }),
    body: z.strictObject({ rotate: z.boolean() }),
    data: z.object({ stream_key: z.string() }),
    errors: ['channel_not_found', 'stream_keys_full'],
  },
  'DELETE /operator/channel/{channel_id}/key/{stream_key_id}': {
    ...row,
    summary: 'Disable a stream key: the next connection with it is refused',
    sensitive: true,
    params: z.object({ channel_id: channelId, stream_key_id: z.uuid().toLowerCase() }),
    data: z.object({ channels: z.array(ChannelLine) }),
    errors: ['channel_not_found'],
  },
});
