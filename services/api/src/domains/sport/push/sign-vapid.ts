import { createPrivateKey, type KeyObject, sign } from 'node:crypto';
import type { PushSettings } from '../../../config/push-settings.ts';

/** Lifetime of a token. RFC 8292 allows up to a day. */
const TOKEN_S = 12 * 60 * 60;
/** A cached token is reused while it stays valid for at least this long. */
const REMAINING_S_MIN = 60 * 60;
/** Maximum number of cached tokens, more than there are push services. */
const TOKENS_MAX = 50;

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const HEAD = part({ typ: 'JWT', alg: 'ES256' });

function keyOf({ privateKey, publicKey }: PushSettings): KeyObject {
  return createPrivateKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      d: privateKey.toString('base64url'),
      x: publicKey.subarray(1, 33).toString('base64url'),
      y: publicKey.subarray(33).toString('base64url'),
    },
  });
}

/** Creates a function that returns the `Authorization` header for the origin of a push service (RFC 8292). */
export function createVapid(settings: PushSettings): (origin: string, now: Date) => string {
  const key = keyOf(settings);
  const publicKey = settings.publicKey.toString('base64url');
  const tokens = new Map<string, { readonly token: string; readonly untilS: number }>();
  return (origin, now) => {
    const nowS = Math.floor(now.getTime() / 1_000);
    const cached = tokens.get(origin);
    const isFresh =
      cached !== undefined && Math.abs(cached.untilS - nowS - TOKEN_S) < TOKEN_S - REMAINING_S_MIN;
    if (isFresh) return `vapid t=${cached.token}, k=${publicKey}`;
    const untilS = nowS + TOKEN_S;
    const claims = `${HEAD}.${part({ aud: origin, exp: untilS, sub: settings.subject })}`;
    const signature = sign('sha256', Buffer.from(claims), { key, dsaEncoding: 'ieee-p1363' });
    const token = `${claims}.${signature.toString('base64url')}`;
    if (tokens.size >= TOKENS_MAX) tokens.clear();
    tokens.set(origin, { token, untilS });
    return `vapid t=${token}, k=${publicKey}`;
  };
}
