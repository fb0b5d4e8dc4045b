import { ApiError } from '@sangwian/node-kit/api-error';
import { decodeProtectedHeader, importJWK, type JWK, type JWTPayload, jwtVerify } from 'jose';
import { z } from 'zod';
import { isTimely, nameOf, PARTNER_TOKEN_LIMITS, type PartnerName } from './partner-token-rules.ts';
import type { PartnerKey } from './partners.store.ts';

/** Kept as they are, so without control characters and without half characters, which would not be kept so. */
const id = z
  .string()
  .min(1)
  .max(PARTNER_TOKEN_LIMITS.idCharsMax)
  .regex(/^[^\p{Cc}\p{Cs}]+$/u);

const Claims = z.object({
  sub: id,
  jti: id,
  iat: z.number(),
  exp: z.number(),
  first_name: z.unknown().optional(),
  last_name: z.unknown().optional(),
  language: z.enum(['TH', 'EN']).catch('TH'),
  max_satang: z.number().int().min(1).max(PARTNER_TOKEN_LIMITS.satangMax).optional(),
});

/** What a partner's server says of one of its members. */
export interface PartnerStatement {
  /** The partner's own id of its member. */
  readonly mapMemberId: string;
  readonly jti: string;
  /** Until then the token could be sent again. */
  readonly goodUntil: Date;
  readonly name: PartnerName;
  readonly language: 'TH' | 'EN';
  /** What the member may buy for, once; `null`: nothing. */
  readonly maxSatang: number | null;
}

export interface ReadPartnerToken {
  readonly token: string;
  readonly mapSystemId: string;
  /** The system's keys that count; a token of another system's key is signed by none of them. */
  readonly keys: readonly PartnerKey[];
  /** This site's address, without a slash at its end. */
  readonly audience: string;
  readonly now: Date;
}

/** The payload, if one of the keys signed it for us; a key is tried with its own algorithm alone. */
async function verify(order: ReadPartnerToken): Promise<JWTPayload> {
  const { token, mapSystemId, keys, audience, now } = order;
  const { alg, kid } = decodeProtectedHeader(token);
  let failure: unknown = new Error('no key of the system fits the header');
  for (const key of keys) {
    if (key.alg !== alg || (kid !== undefined && key.keyId !== kid)) continue;
    try {
      const { payload } = await jwtVerify(token, await importJWK(key.jwk as JWK, key.alg), {
        algorithms: [key.alg],
        issuer: mapSystemId,
        audience: [audience, `${audience}/`],
        currentDate: now,
        clockTolerance: PARTNER_TOKEN_LIMITS.skewSecondsMax,
        requiredClaims: ['iss', 'aud', 'sub', 'exp', 'iat', 'jti'],
      });
      return payload;
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

/**
 * Reads the JWT of a partner's server. It says nothing of whether the token was used before.
 *
 * @throws {ApiError} `partner_token_invalid`, whatever is wrong with it
 */
export async function readPartnerToken(order: ReadPartnerToken): Promise<PartnerStatement> {
  try {
    const claims = Claims.parse(await verify(order));
    if (!isTimely(claims, order.now.getTime() / 1000)) throw new Error('not the times of a token');
    return {
      mapMemberId: claims.sub,
      jti: claims.jti,
      goodUntil: new Date((claims.exp + PARTNER_TOKEN_LIMITS.skewSecondsMax) * 1000),
      name: nameOf(claims, claims.language),
      language: claims.language,
      maxSatang: claims.max_satang ?? null,
    };
  } catch (error) {
    throw new ApiError('partner_token_invalid', { cause: error });
  }
}
