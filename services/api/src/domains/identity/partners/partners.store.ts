import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../../../schema/database.ts';
import type { PartnerJwk, PartnerSystem } from './partner-file.ts';

export interface PartnerKey {
  readonly keyId: string;
  readonly alg: 'EdDSA' | 'RS256';
  readonly jwk: PartnerJwk;
}

/** What may be bought on a partner's account in a day of Bangkok. */
export interface PurchaseCaps {
  /** Switched off, nothing may be bought. */
  readonly isActive: boolean;
  /** All its members together. */
  readonly satangPerDayMax: number;
  /** One of them. */
  readonly memberSatangPerDayMax: number;
}

export class PartnersStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** The keys of a system that is switched on, as far as they count; `null` where there is no such system. */
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

  /** Whether a system is switched on. Waits for whoever switches it just now. */
  async isActive(mapSystemId: string): Promise<boolean> {
    const row = await this.#db
      .selectFrom('partner_system')
      .select('active')
      .where('map_system_id', '=', mapSystemId)
      .forShare()
      .executeTakeFirst();
    return row?.active === true;
  }

  /** Puts a system as it is told; its keys that are not told do not count any more. */
  async putSystem(trx: Transaction<Database>, system: PartnerSystem): Promise<void> {
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

  /** What members of a system may buy for. Nobody else locks it until the transaction ends. */
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

  /** Uses a token up; `false` where it was used before. Of two at once one gets it. */
  async takeToken(
    db: Kysely<Database>,
    token: { readonly issuer: string; readonly jti: string; readonly expiresAt: Date },
  ): Promise<boolean> {
    const { issuer, jti, expiresAt } = token;
    const taken = await db
      .insertInto('used_token')
      .values({ issuer, jti, expires_at: expiresAt })
      .onConflict((conflict) => conflict.columns(['issuer', 'jti']).doNothing())
      .returning('jti')
      .executeTakeFirst();
    return taken !== undefined;
  }

  async deleteExpiredTokens(now: Date): Promise<void> {
    await this.#db.deleteFrom('used_token').where('expires_at', '<', now).execute();
  }
}
