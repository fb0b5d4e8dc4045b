import { createHmac, timingSafeEqual } from 'node:crypto';

/** The content of a viewer's token: a watch session may play a channel until a certain time. */
export interface PlaybackGrant {
  /** The channel's id, or `replay-{recording_id}`. */
  readonly path: string;
  readonly watchSessionId: string;
  /** Unix time in seconds. */
  readonly expiresAtS: number;
}

const TOKEN_CHARS_MAX = 512;
/**
 * The canonical form of a token. Node's base64url decoder skips invalid letters, and only a canonical token can be
 * copied into a URL unchanged.
 */
const TOKEN_PATTERN = /^([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]{43})$/;

const sign = (payload: string, secret: string): Buffer =>
  createHmac('sha256', secret).update(payload).digest();

/** Returns the token of a grant, which needs no escaping in a URL: `<payload>.<hmac>`, both base64url. */
export function sealGrant(grant: PlaybackGrant, secret: string): string {
  const payload = Buffer.from(
    JSON.stringify([grant.path, grant.watchSessionId, grant.expiresAtS]),
  ).toString('base64url');
  return `${payload}.${sign(payload, secret).toString('base64url')}`;
}

/** Returns the grant of a token; `null` if it is forged, malformed or expired at `nowS`. */
export function openGrant(token: string, secret: string, nowS: number): PlaybackGrant | null {
  if (token.length > TOKEN_CHARS_MAX) return null;
  const [, payload, signature] = TOKEN_PATTERN.exec(token) ?? [];
  if (payload === undefined || signature === undefined) return null;
  const given = Buffer.from(signature, 'base64url');
  const expected = sign(payload, secret);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  const [path, watchSessionId, expiresAtS] = JSON.parse(
    Buffer.from(payload, 'base64url').toString(),
  ) as [string, string, number];
  return expiresAtS > nowS ? { path, watchSessionId, expiresAtS } : null;
}
