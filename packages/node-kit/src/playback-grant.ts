import { createHmac, timingSafeEqual } from 'node:crypto';

/** What a viewer's token says: this watch session may play this path until then. */
export interface PlaybackGrant {
  /** The channel, the first part of the address below `/media/`. */
  readonly path: string;
  readonly watchSessionId: string;
  /** Unix time in seconds. */
  readonly expiresAtS: number;
}

const TOKEN_CHARS_MAX = 512;
/**
 * The one spelling of a token. Node's base64url passes over letters that are none, and a token of many spellings
 * could not be copied into an address as it came.
 */
const TOKEN_PATTERN = /^([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]{43})$/;

const sign = (payload: string, secret: string): Buffer =>
  createHmac('sha256', secret).update(payload).digest();

/** A token of letters that need no escaping in an address: `<payload>.<hmac>`, both base64url. */
export function sealGrant(grant: PlaybackGrant, secret: string): string {
  const payload = Buffer.from(
    JSON.stringify([grant.path, grant.watchSessionId, grant.expiresAtS]),
  ).toString('base64url');
  return `${payload}.${sign(payload, secret).toString('base64url')}`;
}

/** The grant that the token holds, or `null` where it is forged, malformed or expired at `nowS`. */
export function openGrant(token: string, secret: string, nowS: number): PlaybackGrant | null {
  if (token.length > TOKEN_CHARS_MAX) return null;
  const [, payload, signature] = TOKEN_PATTERN.exec(token) ?? [];
  if (payload === undefined || signature === undefined) return null;
  const given = Buffer.from(signature, 'base64url');
  const due = sign(payload, secret);
  if (given.length !== due.length || !timingSafeEqual(given, due)) return null;
  const [path, watchSessionId, expiresAtS] = JSON.parse(
    Buffer.from(payload, 'base64url').toString(),
  ) as [string, string, number];
  return expiresAtS > nowS ? { path, watchSessionId, expiresAtS } : null;
}
