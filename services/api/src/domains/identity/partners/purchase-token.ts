import type { MemberId } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import { jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import type { KeyRing } from './key-ring.ts';

export const PURCHASE_TOKEN_MINUTES = 15;
const ISSUER = 'sangwian';
/** The only path of the API that accepts the token. */
const AUDIENCE = 'external/member/purchase';

/** The content of a purchase token: a purchase that a partner allows one of its members. */
export interface PurchaseGrant {
  readonly memberId: MemberId;
  readonly mapSystemId: string;
  readonly maxSatang: number;
  /** The id of the purchase; it can be used once. */
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

/** Signs a purchase token: a compact JWT (HS256) for `external/member/purchase`. */
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
 * Verifies a purchase token and returns its content. The caller must check that the token is unused.
 *
 * @throws {ApiError} `purchase_token_invalid`: forged, expired or malformed
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
        if (key === undefined) throw new Error('no key with that id');
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
