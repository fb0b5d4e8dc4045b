import { ApiError } from '@sangwian/node-kit/api-error';
import { decodeProtectedHeader, importJWK, type JWK, type JWTPayload, jwtVerify } from 'jose';
import { z } from 'zod';
import { isTimely, nameOf, PARTNER_TOKEN_LIMITS, type PartnerName } from './partner-token-rules.ts';
import type { PartnerKey } from './partners.store.ts';

/** Ids are stored unchanged, so ids with control characters or lone surrogates are refused. */
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

/** The claims of a partner's token about one of its members. */
export interface PartnerStatement {
  /** The partner's id of the member. */
  readonly mapMemberId: string;
  readonly jti: string;
  /** When the token expires. Until then it must be remembered as used, since it could be replayed. */
  readonly goodUntil: Date;
  readonly name: PartnerName;
  readonly language: 'TH' | 'EN';
  /** The most that one purchase may cost; `null` if the partner allows no purchase. */
  readonly maxSatang: number | null;
}

export interface ReadPartnerToken {
  readonly token: string;
  readonly mapSystemId: string;
  /** The active keys of the partner. */
  readonly keys: readonly PartnerKey[];
  /** URL of this site without a trailing slash. */
  readonly audience: string;
  readonly now: Date;
}

/** Verifies a token with each of the partner's keys, which may have different algorithms. */
async function verify(order: ReadPartnerToken): Promise<JWTPayload> {
  const { token, mapSystemId, keys, audience, now } = order;
  const { alg, kid } = decodeProtectedHeader(token);
  let failure: unknown = new Error('no key of the partner matches the header');
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
 * Verifies the JWT of a partner's server. The caller must check that the token is unused.
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
