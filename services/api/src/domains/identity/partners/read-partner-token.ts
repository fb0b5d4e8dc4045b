import { ApiError } from '@sangwian/node-kit/api-error';
import { decodeProtectedHeader, importJWK, type JWK, type JWTPayload, jwtVerify } from 'jose';
import { z } from 'zod';
import { isTimely, nameOf, PARTNER_TOKEN_LIMITS, type PartnerName } from './partner-token-rules.ts';
import type { PartnerKey } from './partners.store.ts';

/** Ids are stored unchanged, so control characters and lone surrogates are refused. */
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

/** Claims of a partner's token about one of its members. */
export interface PartnerStatement {
  /** The partner's id of the member. */
  readonly mapMemberId: string;
  readonly jti: string;
  /** Until then the token could be replayed. */
  readonly goodUntil: Date;
  readonly name: PartnerName;
  readonly language: 'TH' | 'EN';
  /** Limit of one purchase; `null` if no purchase is allowed. */
  readonly maxSatang: number | null;
}

export interface ReadPartnerToken {
  readonly token: string;
  readonly mapSystemId: string;
  /** Active keys of the system. */
  readonly keys: readonly PartnerKey[];
  /** URL of this site without a trailing slash. */
  readonly audience: string;
  readonly now: Date;
}

/** Verifies a token with the system's keys, each with its own algorithm. */
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
 * Verifies the JWT of a partner's server. The caller must check that it was not used before.
 *
 * @throws {ApiError} `partner_token_invalid`
 */
export async function readPartnerToken(order: ReadPartnerToken): Promise<PartnerStatement> {
  try {
    const claims = Claims.parse(await verify(order));
    if (!isTimely(claims, order.now.getTime() / 1000))
      throw new Error('the times of the token are not allowed');
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
