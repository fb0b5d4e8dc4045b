import type { Insertable, Kysely, Selectable, Transaction, Updateable } from 'kysely';
import type { Database } from '../../../schema/database.ts';

export type PackageRow = Selectable<Database['coin_package']>;
type CustomRow = Selectable<Database['coin_setting']>;
type PriceChange = Insertable<Database['coin_price_change']>;

/** Reads and writes packages and prices. No other file has SQL for their tables. */
export class CoinsStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** Returns the offered packages, smallest first. */
  findOffered(on: Kysely<Database> = this.#db): Promise<PackageRow[]> {
    return on
      .selectFrom('coin_package')
      .selectAll()
      .where('is_active', '=', true)
      .orderBy('position')
      .execute();
  }

  /** Returns all packages, including withdrawn packages. */
  findPackages(): Promise<PackageRow[]> {
    return this.#db.selectFrom('coin_package').selectAll().orderBy('position').execute();
  }

  findPackage(on: Kysely<Database>, packageId: number): Promise<PackageRow | undefined> {
    return on
      .selectFrom('coin_package')
      .selectAll()
      .where('coin_package_id', '=', packageId)
      .executeTakeFirst();
  }

  async findSatangPerCoin(on: Kysely<Database> = this.#db): Promise<number> {
    const row = await on
      .selectFrom('coin_setting')
      .select('coin_price_satang')
      .executeTakeFirstOrThrow();
    return row.coin_price_satang;
  }

  lockPackage(trx: Transaction<Database>, packageId: number): Promise<PackageRow | undefined> {
    return trx
      .selectFrom('coin_package')
      .selectAll()
      .where('coin_package_id', '=', packageId)
      .forNoKeyUpdate()
      .executeTakeFirst();
  }

  async setPackage(
    trx: Transaction<Database>,
    packageId: number,
    set: Updateable<Database['coin_package']>,
  ): Promise<void> {
    await trx
      .updateTable('coin_package')
      .set(set)
      .where('coin_package_id', '=', packageId)
      .execute();
  }

  /** Returns the row with the price of one coin in custom amounts. */
  findCustom(): Promise<CustomRow> {
    return this.#db.selectFrom('coin_setting').selectAll().executeTakeFirstOrThrow();
  }

  lockCustom(trx: Transaction<Database>): Promise<CustomRow> {
    return trx.selectFrom('coin_setting').selectAll().forNoKeyUpdate().executeTakeFirstOrThrow();
  }

  async setCustom(
    trx: Transaction<Database>,
    set: Updateable<Database['coin_setting']>,
  ): Promise<void> {
    await trx.updateTable('coin_setting').set(set).execute();
  }

  async addChange(trx: Transaction<Database>, change: PriceChange): Promise<void> {
    await trx.insertInto('coin_price_change').values(change).execute();
  }

  /** Returns the price changes, latest first. */
  findChanges(limit: number) {
    return this.#db
      .selectFrom('coin_price_change')
      .select([
        'coin_price_change_id',
        'coin_package_id',
        'price_before_satang as satang_before',
        'price_after_satang as satang_after',
        'active_before',
        'active_after',
        'reason',
        'created_by as changed_by',
        'created_at as changed_at',
      ])
      .orderBy('coin_price_change_id', 'desc')
      .limit(limit)
      .execute();
  }
}
