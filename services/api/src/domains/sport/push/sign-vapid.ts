import { createPrivateKey, type KeyObject, sign } from 'node:crypto';
import type { PushSettings } from './push-settings.ts';

/** RFC 8292 allows a day. */
const TOKEN_S = 12 * 60 * 60;
/** A token is used again for as long as it is good for at least this. */
const REST_S_MIN = 60 * 60;
/** As many as there are push services, and some. */
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

/** Says to a push service who sends (RFC 8292): the `Authorization` of a message to this origin. */
export function createVapid(settings: PushSettings): (origin: string, now: Date) => string {
  const key = keyOf(settings);
  const shown = settings.publicKey.toString('base64url');
  const tokens = new Map<string, { readonly token: string; readonly untilS: number }>();
  return (origin, now) => {
    const nowS = Math.floor(now.getTime() / 1_000);
    const kept = tokens.get(origin);
    const isGood =
      kept !== undefined && Math.abs(kept.untilS - nowS - TOKEN_S) < TOKEN_S - REST_S_MIN;
    if (isGood) return `vapid t=${kept.token}, k=${shown}`;
    const untilS = nowS + TOKEN_S;
    const claims = `${HEAD}.${part({ aud: origin, exp: untilS, sub: settings.subject })}`;
    const signature = sign('sha256', Buffer.from(claims), { key, dsaEncoding: 'ieee-p1363' });
    const token = `${claims}.${signature.toString('base64url')}`;
    if (tokens.size >= TOKENS_MAX) tokens.clear();
    tokens.set(origin, { token, untilS });
    return `vapid t=${token}, k=${shown}`;
  };
}
