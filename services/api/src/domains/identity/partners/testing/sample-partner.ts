import { randomUUID } from 'node:crypto';
import type { Database } from '@sangwian/api/schema/database';
import { exportJWK, generateKeyPair, type JWTHeaderParameters, SignJWT } from 'jose';
import type { Kysely } from 'kysely';
import { createKeyRing } from '../key-ring.ts';
import type { PartnerJwk, PartnerSystem } from '../partner-file.ts';
import { PartnersStore } from '../partners.store.ts';
import { type PurchaseGrant, signPurchaseToken } from '../purchase-token.ts';

/** A partner's server for tests. */
export interface SamplePartner {
  readonly mapSystemId: string;
  readonly keyId: string;
  readonly alg: 'EdDSA' | 'RS256';
  readonly privateKey: CryptoKey;
  readonly jwk: PartnerJwk;
  /** Signs a token for this site. `claims` override the default claims; `undefined` removes a claim. */
  sign(claims?: Record<string, unknown>, header?: Partial<JWTHeaderParameters>): Promise<string>;
}

const AUDIENCE = 'http://localhost';

export async function createSamplePartner(
  mapSystemId: string,
  alg: 'EdDSA' | 'RS256' = 'EdDSA',
  now: () => Date = () => new Date(),
): Promise<SamplePartner> {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
  const keyId = randomUUID();
  const jwk = { ...(await exportJWK(publicKey)), kid: keyId, alg } as PartnerJwk;
  return {
    mapSystemId,
    keyId,
    alg,
    privateKey,
    jwk,
    sign: (claims = {}, header = {}) => {
      const iat = Math.floor(now().getTime() / 1000);
      const usual = {
        iss: mapSystemId,
        aud: AUDIENCE,
        sub: 'member-1',
        iat,
        exp: iat + 60,
        jti: randomUUID(),
        first_name: 'Kai',
        last_name: 'Rattana',
      };
      return new SignJWT({ ...usual, ...claims })
        .setProtectedHeader({ alg, kid: keyId, ...header })
        .sign(privateKey);
    },
  };
}

export interface RegisteredPartner {
  readonly mapSystemId: string;
  readonly keys: readonly PartnerJwk[];
  /** Overrides the default settings: enabled, with very high limits. */
  readonly set?: Partial<PartnerSystem>;
}

/** Inserts partners with their keys. */
export async function registerPartners(
  db: Kysely<Database>,
  partners: readonly RegisteredPartner[],
): Promise<void> {
  const store = new PartnersStore(db);
  await db.transaction().execute(async (trx) => {
    for (const { mapSystemId, keys, set } of partners) {
      await store.upsertSystem(trx, {
        map_system_id: mapSystemId,
        name: mapSystemId,
        active: true,
        satang_per_day_max: 1_000_000_000,
        member_satang_per_day_max: 1_000_000_000,
        ...set,
        keys: [...keys],
      });
    }
  });
}

/** Signs a purchase token with the secret of the test API. */
export const makePurchaseToken = (grant: PurchaseGrant): Promise<string> =>
  signPurchaseToken(grant, createKeyRing('the purchase secret of a test', 'purchase'));
