import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../schema/database.ts';

/** The rates of one base, of one day and one source. */
export interface RateSheet {
  readonly baseCode: string;
  readonly rates: readonly {
    readonly code: string;
    /** Units of `code` for one of the base, as a decimal. */
    readonly rate: string;
  }[];
  readonly asOf: Date;
  readonly source: string;
}

/** The only SQL that names the tables of rates. */
export class RatesStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** One statement, so that the rates are always of the sheet that they come with. */
  async find(baseCode: string): Promise<RateSheet | undefined> {
    const rows = await this.#db
      .selectFrom('exchange_rate_sheet as sheet')
      .innerJoin('exchange_rate as line', 'line.base_code', 'sheet.base_code')
      .select(['line.code', 'line.rate', 'sheet.as_of', 'sheet.source'])
      .where('sheet.base_code', '=', baseCode)
      .orderBy('line.code')
      .execute();
    const [first] = rows;
    if (first === undefined) return undefined;
    return {
      baseCode,
      rates: rows.map(({ code, rate }) => ({ code, rate })),
      asOf: first.as_of,
      source: first.source,
    };
  }

  /**
   * Puts a sheet in the place of the one that is there, unless that one is newer.
   *
   * @param toldBy `null`: the adapter
   * @returns whether it is there now
   */
  put(sheet: RateSheet, toldBy: string | null, toldAt: Date): Promise<boolean> {
    const { baseCode, asOf, source } = sheet;
    const told = { as_of: asOf, source, updated_by: toldBy, updated_at: toldAt };
    return this.#db.transaction().execute(async (trx) => {
      const row = await trx
        .insertInto('exchange_rate_sheet')
        .values({ base_code: baseCode, ...told })
        .onConflict((conflict) =>
          conflict
            .column('base_code')
            .doUpdateSet(told)
            .where('exchange_rate_sheet.as_of', '<=', asOf),
        )
        .returning('base_code')
        .executeTakeFirst();
      if (row === undefined) return false;
      await trx.deleteFrom('exchange_rate').where('base_code', '=', baseCode).execute();
      await trx
        .insertInto('exchange_rate')
        .values(sheet.rates.map((rate) => ({ base_code: baseCode, ...rate })))
        .execute();
      return true;
    });
  }

  /** Whether it is time to ask for rates, and nobody else does: then nobody does until `nextAt`. */
  async claimCheck(baseCode: string, now: Date, nextAt: Date): Promise<boolean> {
    const row = await this.#db
      .insertInto('exchange_rate_check')
      .values({ base_code: baseCode, next_at: nextAt })
      .onConflict((conflict) =>
        conflict
          .column('base_code')
          .doUpdateSet({ next_at: nextAt })
          .where('exchange_rate_check.next_at', '<=', now),
      )
      .returning('base_code')
      .executeTakeFirst();
    return row !== undefined;
  }

  async setNextCheck(baseCode: string, nextAt: Date): Promise<void> {
    await this.#db
      .updateTable('exchange_rate_check')
      .set({ next_at: sql<Date>`greatest(next_at, ${nextAt}::timestamptz)` })
      .where('base_code', '=', baseCode)
      .execute();
  }
}
