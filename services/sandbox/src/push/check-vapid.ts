import { createPublicKey, type JsonWebKey, verify } from 'node:crypto';
import { z } from 'zod';

const TOKEN = /^vapid t=([\w-]+\.[\w-]+\.[\w-]+),\s*k=([\w-]+)$/;
/** RFC 8292, 2: a token is valid for at most a day. */
const DAY_S = 24 * 60 * 60;

const Head = z.object({ alg: z.literal('ES256') });
const Claims = z.object({
  aud: z.string(),
  exp: z.number(),
  sub: z.string().regex(/^(mailto:|https:)/),
});

const readPart = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString());

function keyOf(shown: string): JsonWebKey {
  const point = Buffer.from(shown, 'base64url');
  if (point.length !== 65 || point[0] !== 4) throw new Error('no key');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)];
  return { kty: 'EC', crv: 'P-256', x: x.toString('base64url'), y: y.toString('base64url') };
}

/**
 * Returns the sender's public key (RFC 8292) in base64url.
 *
 * @param origin of this push service, the required audience of the token
 * @returns `null` for a missing or invalid token
 */
export function checkVapid(
  authorization: string | undefined,
  origin: string,
  now: Date,
): string | null {
  const [, token = '', shown = ''] = TOKEN.exec(authorization ?? '') ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  try {
    Head.parse(readPart(head));
    const { aud, exp } = Claims.parse(readPart(claims));
    const leftS = exp - now.getTime() / 1_000;
    if (aud !== origin || leftS <= 0 || leftS > DAY_S) return null;
    const isSigned = verify(
      'sha256',
      Buffer.from(`${head}.${claims}`),
      { key: createPublicKey({ key: keyOf(shown), format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    );
    return isSigned ? shown : null;
  } catch {
    return null;
  }
}
