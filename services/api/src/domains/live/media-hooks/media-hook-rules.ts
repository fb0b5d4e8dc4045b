import { z } from 'zod';
import { ChannelClaim } from './channel-lease-rules.ts';

const TEXT_CHARS_MAX = 2_048;
const text = z.string().max(TEXT_CHARS_MAX).default('');
/** The length limit of the database column. */
const REFUSAL_CHARS_MAX = 300;
/** Maximum number of events per report. The media process splits larger reports. */
const READERS_MAX = 20_000;
const EVENTS_MAX = 1_000;

/**
 * The authorisation request in MediaMTX's format. Unknown fields are ignored, because other engines and newer
 * releases add fields.
 */
export const MediaAuth = z.object({
  user: text,
  password: text,
  token: text,
  ip: text,
  action: z.string().max(32),
  path: text,
  protocol: text,
  id: z.string().max(TEXT_CHARS_MAX).nullish(),
  query: text,
  /** Sent only by our own media process, which publishes a channel with a lease. */
  claim: ChannelClaim.optional(),
});
export type MediaAuth = z.infer<typeof MediaAuth>;

const base = { at: z.iso.datetime({ offset: true }), channel_id: z.string().min(1).max(63) };

export const MediaEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('publish_started'), ...base }),
  z.object({ type: z.literal('publish_ended'), ...base }),
  z.object({
    type: z.literal('publish_refused'),
    ...base,
    reason: z.string().transform((reason) => reason.slice(0, REFUSAL_CHARS_MAX)),
  }),
  z.looseObject({ type: z.literal('stream_stats'), ...base }),
  z
    .object({
      ...{ type: z.literal('picture_shown'), ...base },
      ...{ from: base.at, to: base.at },
    })
    .refine(({ from, to }) => Date.parse(from) <= Date.parse(to)),
  z.object({
    type: z.literal('readers'),
    at: base.at,
    watch_session_ids: z.array(z.uuid().toLowerCase()).max(READERS_MAX),
  }),
]);
export type MediaEvent = z.infer<typeof MediaEvent>;

export const MediaEvents = z.object({
  events: z.array(z.unknown()).max(EVENTS_MAX),
  /** The reporting origin; absent for other engines. */
  origin_id: z.uuid().nullish(),
});

/** Returns the credential of a request. Clients send it as the token, the password or a query parameter. */
export function credentialOf(auth: MediaAuth): string {
  if (auth.token !== '') return auth.token;
  if (auth.password !== '') return auth.password;
  const query = new URLSearchParams(auth.query);
  return query.get('token') ?? query.get('pass') ?? query.get('password') ?? '';
}

/** The RTMP application without a stream name. Our own ingest takes the path from the response. */
const APPLICATION = 'live';

/**
 * Returns whether a publisher of `channelId` may publish to `path`. Other engines ignore the path in our
 * response and use the requested path, so any other channel's path is refused.
 */
export const mayPublishTo = (path: string, channelId: string): boolean =>
  ['', APPLICATION, channelId, `${APPLICATION}/${channelId}`].includes(path);
