import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../../../schema/database.ts';
import type { PartnerJwk, PartnerSystem } from './partner-file.ts';

export interface PartnerKey {
  readonly keyId: string;
  readonly alg: 'EdDSA' | 'RS256';
  readonly jwk: PartnerJwk;
}

/** Purchase limits of a partner per Bangkok day. */
export interface PurchaseCaps {
  readonly isActive: boolean;
  /** For all its members together. */
  readonly satangPerDayMax: number;
  /** For one member. */
  readonly memberSatangPerDayMax: number;
}

export class PartnersStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** Returns the active keys of an enabled system; `null` if there is no such system. */
  async findKeys(mapSystemId: string): Promise<readonly PartnerKey[] | null> {
    const rows = await this.#db
      .selectFrom('partner_system')
      .leftJoin('partner_key', (join) =>
        join
          .onRef('partner_key.map_system_id', '=', 'partner_system.map_system_id')
          .on('partner_key.active', '=', true),
      )
      .select(['key_id', 'alg', 'public_jwk'])
      .where('partner_system.map_system_id', '=', mapSystemId)
      .where('partner_system.active', '=', true)
      .execute();
    if (rows.length === 0) return null;
    return rows.flatMap(({ key_id, alg, public_jwk }) =>
      key_id === null || alg === null || public_jwk === null
        ? []
        : [{ keyId: key_id, alg, jwk: public_jwk }],
    );
  }

  /** Returns whether a system is enabled. Waits for a concurrent change. */
  async isActive(mapSystemId: string): Promise<boolean> {
    const row = await this.#db
      .selectFrom('partner_system')
      .select('active')
      .where('map_system_id', '=', mapSystemId)
      .forShare()
      .executeTakeFirst();
    return row?.active === true;
  }

  /** Inserts or updates a system. Its keys that are not given are deactivated. */
  async upsertSystem(trx: Transaction<Database>, system: PartnerSystem): Promise<void> {
    const { map_system_id, keys, name, active } = system;
    const set = {
      name,
      active,
      per_day_max_satang: system.satang_per_day_max,
      member_per_day_max_satang: system.member_satang_per_day_max,
    };
    await trx
      .insertInto('partner_system')
      .values({ map_system_id, ...set })
      .onConflict((conflict) => conflict.column('map_system_id').doUpdateSet(set))
      .execute();
    await trx
      .updateTable('partner_key')
      .set({ active: false })
      .where('map_system_id', '=', map_system_id)
      .execute();
    for (const jwk of keys) {
      const key = { alg: jwk.alg, public_jwk: JSON.stringify(jwk), active: jwk.active ?? true };
      await trx
        .insertInto('partner_key')
        .values({ map_system_id, key_id: jwk.kid, ...key })
        .onConflict((conflict) => conflict.columns(['map_system_id', 'key_id']).doUpdateSet(key))
        .execute();
    }
  }

  /** Returns and locks the purchase limits of a system until the transaction ends. */
  lockCaps(trx: Transaction<Database>, mapSystemId: string): Promise<PurchaseCaps | undefined> {
    return this.#caps(trx, mapSystemId).forNoKeyUpdate().executeTakeFirst();
  }

  findCaps(mapSystemId: string): Promise<PurchaseCaps | undefined> {
    return this.#caps(this.#db, mapSystemId).executeTakeFirst();
  }

  #caps(on: Kysely<Database>, mapSystemId: string) {
    return on
      .selectFrom('partner_system')
      .select([
        'active as isActive',
        'per_day_max_satang as satangPerDayMax',
        'member_per_day_max_satang as memberSatangPerDayMax',
      ])
      .where('map_system_id', '=', mapSystemId);
  }

  /** Marks a token as used. Returns `false` if it was used before. */
  async useToken(
    db: Kysely<Database>,
    token: { readonly issuer: string; readonly jti: string; readonly expiresAt: Date },
  ): Promise<boolean> {
    const { issuer, jti, expiresAt } = token;
    const inserted = await db
      .insertInto('used_token')
      .values({ issuer, jti, expires_at: expiresAt })
      .onConflict((conflict) => conflict.columns(['issuer', 'jti']).doNothing())
      .returning('jti')
      .executeTakeFirst();
    return inserted !== undefined;
  }

  async deleteExpiredTokens(now: Date): Promise<void> {
    await this.#db.deleteFrom('used_token').where('expires_at', '<', now).execute();
  }
}
