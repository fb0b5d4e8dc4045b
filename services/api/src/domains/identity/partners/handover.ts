import { randomUUID } from 'node:crypto';
import type { MemberId } from '@sangwian/contract/ids';
import { LIMITS } from '@sangwian/contract/limits';
import { isSitePath } from '@sangwian/contract/rules/site-path';
import { ApiError } from '@sangwian/node-kit/api-error';
import { EncryptJWT, jwtDecrypt } from 'jose';
import { z } from 'zod';
import type { KeyRing } from './key-ring.ts';

const HANDOVER_MS = LIMITS.handoverHoursMax * 60 * 60 * 1000;

/** The content of an encrypted link that signs a member in. */
export interface NewHandover {
  readonly memberId: MemberId;
  /** `null` for a member without a partner. */
  readonly mapSystemId: string | null;
  /** The most that one purchase may cost; `null` if the partner allows no purchase. */
  readonly maxSatang: number | null;
  /** The page to open: a path on this site. */
  readonly target: string;
}

export interface Handover extends NewHandover {
  readonly jti: string;
  readonly issuedAt: Date;
  readonly expiresAt: Date;
}

const Claims = z.object({
  member_id: z.string(),
  map_system_id: z.string().nullable(),
  max_satang: z.number().nullable(),
  target: z.string().refine(isSitePath),
  jti: z.string(),
  iat: z.number(),
  exp: z.number(),
});

/** Encrypts a handover as a compact JWE (`dir`, A256GCM). The link works once, within 12 hours. */
export async function sealHandover(
  handover: NewHandover,
  ring: KeyRing,
  now: Date,
): Promise<{ data: string; expiresAt: Date }> {
  const expiresAt = new Date(now.getTime() + HANDOVER_MS);
  const data = await new EncryptJWT({
    member_id: handover.memberId,
    map_system_id: handover.mapSystemId,
    max_satang: handover.maxSatang,
    target: handover.target,
  })
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid: ring.current.keyId })
    .setJti(randomUUID())
    .setIssuedAt(now)
    .setExpirationTime(expiresAt)
    .encrypt(ring.current.key);
  return { data, expiresAt };
}

/**
 * Decrypts a handover. The caller must check that the handover is unused.
 *
 * @throws {ApiError} `handover_invalid`: forged, expired or malformed
 */
export async function openHandover(data: string, ring: KeyRing, now: Date): Promise<Handover> {
  try {
    const { payload } = await jwtDecrypt(
      data,
      ({ kid }) => {
        const key = ring.find(kid);
        if (key === undefined) throw new Error('no key with that id');
        return key.key;
      },
      {
        keyManagementAlgorithms: ['dir'],
        contentEncryptionAlgorithms: ['A256GCM'],
        currentDate: now,
      },
    );
    const claims = Claims.parse(payload);
    return {
      memberId: claims.member_id as MemberId,
      mapSystemId: claims.map_system_id,
      maxSatang: claims.max_satang,
      target: claims.target,
      jti: claims.jti,
      issuedAt: new Date(claims.iat * 1000),
      expiresAt: new Date(claims.exp * 1000),
    };
  } catch (error) {
    throw new ApiError('handover_invalid', { cause: error });
  }
}
