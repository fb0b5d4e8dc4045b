import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../schema/database.ts';

/** The rates of one base currency, day and source. */
export interface RateSheet {
  readonly baseCode: string;
  readonly rates: readonly {
    readonly code: string;
    /** Units of `code` for one unit of the base, as a decimal. */
    readonly rate: string;
  }[];
  readonly asOf: Date;
  readonly source: string;
}

export interface StoredRates extends RateSheet {
  readonly version: number;
  /** The operator; `null` for the fetch job. */
  readonly updatedBy: string | null;
}

/** Reads and writes rates. No other file has SQL for their tables. */
export class RatesStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** Reads the sheet and its rates in one statement, so that they match. */
  async find(baseCode: string): Promise<StoredRates | undefined> {
    const rows = await this.#db
      .selectFrom('exchange_rate_sheet as sheet')
      .innerJoin('exchange_rate as line', 'line.base_code', 'sheet.base_code')
      .select([
        'line.code',
        'line.rate',
        'sheet.as_of',
        'sheet.source',
        'sheet.version',
        'sheet.updated_by',
      ])
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
      version: first.version,
      updatedBy: first.updated_by,
    };
  }

  /**
   * Replaces the rates of a base currency, unless the stored rates are newer.
   *
   * @param updatedBy the operator; `null` for the fetch job
   * @param version the version to replace, 0 for the first rates. Without a version, replaces any version, unless
   *   the stored rates are of a later day
   * @returns whether the rates were stored
   */
  put(
    sheet: RateSheet,
    updatedBy: string | null,
    updatedAt: Date,
    version?: number,
  ): Promise<boolean> {
    const { baseCode, asOf, source } = sheet;
    const row = { as_of: asOf, source, updated_by: updatedBy, updated_at: updatedAt };
    return this.#db.transaction().execute(async (trx) => {
      const stored = await trx
        .insertInto('exchange_rate_sheet')
        .values({ base_code: baseCode, ...row })
        .onConflict((conflict) =>
          conflict
            .column('base_code')
            .doUpdateSet({ ...row, version: sql<number>`exchange_rate_sheet.version + 1` })
            .$call((update) =>
              version === undefined
                ? update.where('exchange_rate_sheet.as_of', '<=', asOf)
                : update.where('exchange_rate_sheet.version', '=', version),
            ),
        )
        .returning('base_code')
        .executeTakeFirst();
      if (stored === undefined) return false;
      await trx.deleteFrom('exchange_rate').where('base_code', '=', baseCode).execute();
      await trx
        .insertInto('exchange_rate')
        .values(sheet.rates.map((rate) => ({ base_code: baseCode, ...rate })))
        .execute();
      return true;
    });
  }

  /** Claims a due fetch and schedules the next fetch for `nextAt`. Returns `false` if no fetch is due. */
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
