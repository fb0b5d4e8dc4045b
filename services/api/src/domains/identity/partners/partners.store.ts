import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../../../schema/database.ts';
import type { PartnerJwk, PartnerSystem } from './partner-file.ts';

/** The settings of a partner that an operator changes. */
export interface PartnerValues {
  readonly name: string;
  readonly active: boolean;
  readonly satang_per_day_max: number;
  readonly member_satang_per_day_max: number;
}

export interface PartnerKey {
  readonly keyId: string;
  readonly alg: 'EdDSA' | 'RS256';
  readonly jwk: PartnerJwk;
}

/** Purchase limits of a partner per Bangkok day. */
export interface PurchaseCaps {
  readonly isActive: boolean;
  /** For all members of the partner together. */
  readonly satangPerDayMax: number;
  /** For one member. */
  readonly memberSatangPerDayMax: number;
}

/** A partner and the ids of its keys, as operators see them. */
export interface PartnerRow extends PartnerValues {
  readonly map_system_id: string;
  readonly kept_by: 'file' | 'console';
  readonly version: number;
  readonly updated_by: string | null;
  readonly created_at: Date;
  readonly keys: readonly {
    readonly key_id: string;
    readonly alg: 'EdDSA' | 'RS256';
    readonly active: boolean;
    readonly created_at: Date;
  }[];
}

const columnsOf = (values: PartnerValues) => ({
  name: values.name,
  active: values.active,
  per_day_max_satang: values.satang_per_day_max,
  member_per_day_max_satang: values.member_satang_per_day_max,
});

export class PartnersStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** Returns the active keys of an enabled partner; `null` if the partner is unknown or disabled. */
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

  /** Returns whether a partner is enabled. Waits until a concurrent change is committed. */
  async isActive(mapSystemId: string): Promise<boolean> {
    const row = await this.#db
      .selectFrom('partner_system')
      .select('active')
      .where('map_system_id', '=', mapSystemId)
      .forShare()
      .executeTakeFirst();
    return row?.active === true;
  }

  /**
   * Inserts or updates a partner of the file, unless operators have changed the partner in the console. Deactivates the
   * partner's keys that are missing in the file.
   *
   * @returns whether the partner was written
   */
  async upsertSystem(trx: Transaction<Database>, system: PartnerSystem): Promise<boolean> {
    const { map_system_id, keys, name, active } = system;
    const set = {
      name,
      active,
      per_day_max_satang: system.satang_per_day_max,
      member_per_day_max_satang: system.member_satang_per_day_max,
    };
    const stored = await trx
      .insertInto('partner_system')
      .values({ map_system_id, ...set })
      .onConflict((conflict) =>
        conflict
          .column('map_system_id')
          .doUpdateSet(set)
          .where('partner_system.kept_by', '=', 'file'),
      )
      .returning('map_system_id')
      .executeTakeFirst();
    if (stored === undefined) return false;
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
    return true;
  }

  /** Returns all partners with their keys, or one partner. */
  async findPartners(on: Kysely<Database>, mapSystemId?: string): Promise<PartnerRow[]> {
    const rows = await on
      .selectFrom('partner_system')
      .select([
        'map_system_id',
        'name',
        'active',
        'per_day_max_satang as satang_per_day_max',
        'member_per_day_max_satang as member_satang_per_day_max',
        'kept_by',
        'version',
        'updated_by',
        'created_at',
      ])
      .$if(mapSystemId !== undefined, (query) =>
        query.where('map_system_id', '=', mapSystemId as string),
      )
      .orderBy('map_system_id')
      .execute();
    const keys = await on
      .selectFrom('partner_key')
      .select(['map_system_id', 'key_id', 'alg', 'active', 'created_at'])
      .$if(mapSystemId !== undefined, (query) =>
        query.where('map_system_id', '=', mapSystemId as string),
      )
      .orderBy('created_at')
      .orderBy('key_id')
      .execute();
    const byPartner = Map.groupBy(keys, (key) => key.map_system_id);
    return rows.map((row) => ({
      ...row,
      keys: (byPartner.get(row.map_system_id) ?? []).map(({ map_system_id: _, ...key }) => key),
    }));
  }

  /** Locks a partner until the transaction ends. */
  async lockPartner(
    trx: Transaction<Database>,
    mapSystemId: string,
  ): Promise<PartnerRow | undefined> {
    await trx
      .selectFrom('partner_system')
      .select('map_system_id')
      .where('map_system_id', '=', mapSystemId)
      .forNoKeyUpdate()
      .execute();
    return (await this.findPartners(trx, mapSystemId))[0];
  }

  /** Adds a partner that is managed in the console. @returns `false` if its id exists */
  async addPartner(mapSystemId: string, values: PartnerValues, actor: string): Promise<boolean> {
    const row = await this.#db
      .insertInto('partner_system')
      .values({
        map_system_id: mapSystemId,
        ...columnsOf(values),
        kept_by: 'console',
        updated_by: actor,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('map_system_id')
      .executeTakeFirst();
    return row !== undefined;
  }

  async setPartner(
    trx: Transaction<Database>,
    mapSystemId: string,
    values: PartnerValues,
  ): Promise<void> {
    await trx
      .updateTable('partner_system')
      .set(columnsOf(values))
      .where('map_system_id', '=', mapSystemId)
      .execute();
  }

  /** Records a change in the console. The file no longer changes this partner. */
  async markChanged(trx: Transaction<Database>, mapSystemId: string, actor: string): Promise<void> {
    await trx
      .updateTable('partner_system')
      .set((column) => ({
        kept_by: 'console',
        version: column('version', '+', 1),
        updated_by: actor,
      }))
      .where('map_system_id', '=', mapSystemId)
      .execute();
  }

  async addKey(trx: Transaction<Database>, mapSystemId: string, jwk: PartnerJwk): Promise<void> {
    await trx
      .insertInto('partner_key')
      .values({
        map_system_id: mapSystemId,
        key_id: jwk.kid,
        alg: jwk.alg,
        public_jwk: JSON.stringify(jwk),
        active: true,
      })
      .execute();
  }

  async setKey(
    trx: Transaction<Database>,
    mapSystemId: string,
    keyId: string,
    active: boolean,
  ): Promise<void> {
    await trx
      .updateTable('partner_key')
      .set({ active })
      .where('map_system_id', '=', mapSystemId)
      .where('key_id', '=', keyId)
      .execute();
  }

  /** Returns a partner's purchase limits and locks them until the transaction ends. */
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

  /** Marks a token as used. Returns `false` if the token was already used. */
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
