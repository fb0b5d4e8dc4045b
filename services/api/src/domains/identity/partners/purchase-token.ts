import type { MemberId } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import { jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import type { KeyRing } from './key-ring.ts';

export const PURCHASE_TOKEN_MINUTES = 15;
const ISSUER = 'sangwian';
/** The path below which the token counts, and nowhere else. */
const AUDIENCE = 'external/member/purchase';

/** One purchase that a partner allows one of its members. */
export interface PurchaseGrant {
  readonly memberId: MemberId;
  readonly mapSystemId: string;
  readonly maxSatang: number;
  /** Counts one purchase: whoever buys uses it up. */
  readonly jti: string;
  readonly expiresAt: Date;
}

const Claims = z.object({
  sub: z.string(),
  map_system_id: z.string(),
  max_satang: z.number().int().positive(),
  jti: z.string(),
  exp: z.number(),
});

/** A purchase token: a compact JWT (HS256) for `external/member/purchase` alone. */
export const signPurchaseToken = (grant: PurchaseGrant, ring: KeyRing): Promise<string> =>
  new SignJWT({ map_system_id: grant.mapSystemId, max_satang: grant.maxSatang })
    .setProtectedHeader({ alg: 'HS256', kid: ring.current.keyId })
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setSubject(grant.memberId)
    .setJti(grant.jti)
    .setExpirationTime(grant.expiresAt)
    .sign(ring.current.key);

/**
 * What a purchase token allows. It says nothing of whether it was used before.
 *
 * @throws {ApiError} `purchase_token_invalid`: forged, expired, or no purchase token
 */
export async function readPurchaseToken(
  token: string,
  ring: KeyRing,
  now: Date,
): Promise<PurchaseGrant> {
  try {
    const { payload } = await jwtVerify(
      token,
      ({ kid }) => {
        const key = ring.find(kid);
        if (key === undefined) throw new Error('no key of that id');
        return key.key;
      },
      { algorithms: ['HS256'], issuer: ISSUER, audience: AUDIENCE, currentDate: now },
    );
    const claims = Claims.parse(payload);
    return {
      memberId: claims.sub as MemberId,
      mapSystemId: claims.map_system_id,
      maxSatang: claims.max_satang,
      jti: claims.jti,
      expiresAt: new Date(claims.exp * 1000),
    };
  } catch (error) {
    throw new ApiError('purchase_token_invalid', { cause: error });
  }
}
