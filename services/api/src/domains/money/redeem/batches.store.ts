import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../schema/database.ts';

export interface CodeFilter {
  /** The name of the batch. */
  readonly batch: string;
  readonly state: 'open' | 'redeemed' | 'disabled' | undefined;
  /** A complete normalised code, to find only this code. */
  readonly code?: string | undefined;
  /** Id of the last code of the previous page. */
  readonly after: string | null;
  readonly limit: number;
}

/** The staff member who creates or approves a batch. */
export interface Person {
  readonly staffId: string;
  readonly name: string;
}

interface BatchFilter {
  /** Finds batches by part of the name or by a complete normalised code. Without a filter, finds all batches. */
  readonly name?: string;
  readonly code?: string;
  readonly before: string | null;
  readonly limit: number;
}

/** Escapes the wildcards of a `like` pattern. */
const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/**
 * Counts the uses of a code. Codes without a limit have no counter, because concurrent uses would wait for
 * its row lock. For them the rows of uses are counted.
 */
const isCounted = sql<boolean>`(uses_max is not null or uses_per_day_max is not null)`;

const hasUse = sql<boolean>`case when ${isCounted} then used_count > 0 else exists (
  select from redeem_use where redeem_use.redeem_code_id = redeem_code.redeem_code_id
) end`;

const usesOfCode = sql<number>`case when ${isCounted} then used_count else (
  select count(*)::int from redeem_use where redeem_use.redeem_code_id = redeem_code.redeem_code_id
) end`;

/** Reads batches of codes for operators. */
export class BatchStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async findIds({ name, code, before, limit }: BatchFilter): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('redeem_batch')
      .select('redeem_batch_id')
      .$if(name !== undefined, (query) =>
        query.where(
          sql<boolean>`(name ilike ${`%${escapeLike(name ?? '')}%`}
            or name = (select batch from redeem_code where code = ${code ?? ''}))`,
        ),
      )
      .$if(before !== null, (query) => query.where('redeem_batch_id', '<', before as string))
      .orderBy('redeem_batch_id', 'desc')
      .limit(limit)
      .execute();
    return rows.map(({ redeem_batch_id }) => redeem_batch_id);
  }

  /** Returns batches with their sums, latest first. The terms of a batch are those of its first code. */
  find(batchIds: readonly string[]) {
    return this.#db
      .selectFrom('redeem_batch')
      .innerJoinLateral(
        (on) =>
          on
            .selectFrom(
              on
                .selectFrom('redeem_code')
                // Counts all uses of a batch in one query. A query per code takes three times as long.
                .leftJoin(
                  on
                    .selectFrom('redeem_use')
                    .innerJoin(
                      'redeem_code as of',
                      'of.redeem_code_id',
                      'redeem_use.redeem_code_id',
                    )
                    .select(['redeem_use.redeem_code_id', sql<number>`count(*)::int`.as('uses')])
                    .whereRef('of.batch', '=', 'redeem_batch.name')
                    .groupBy('redeem_use.redeem_code_id')
                    .as('counted'),
                  'counted.redeem_code_id',
                  'redeem_code.redeem_code_id',
                )
                .select([
                  'disabled_at',
                  sql<number>`case when ${isCounted} then used_count else coalesce(counted.uses, 0) end`.as(
                    'uses',
                  ),
                ])
                .whereRef('redeem_code.batch', '=', 'redeem_batch.name')
                .as('used'),
            )
            .select([
              sql<number>`count(*)::int`.as('codes'),
              sql<number>`(count(*) filter (where used.uses > 0))::int`.as('redeemed'),
              sql<number>`coalesce(sum(used.uses), 0)::int`.as('uses'),
              sql<number>`count(disabled_at)::int`.as('disabled'),
            ])
            .as('sums'),
        (join) => join.onTrue(),
      )
      .innerJoinLateral(
        (on) =>
          on
            .selectFrom('redeem_code')
            .select([
              'kind',
              'amount_coins',
              'program_live_id',
              'per_member',
              'uses_max',
              'uses_per_day_max',
              'starts_at',
              'expires_at',
              'note',
            ])
            .whereRef('redeem_code.batch', '=', 'redeem_batch.name')
            .orderBy('redeem_code_id')
            .limit(1)
            .as('terms'),
        (join) => join.onTrue(),
      )
      .selectAll('redeem_batch')
      .selectAll('sums')
      .selectAll('terms')
      .where('redeem_batch_id', '=', sql<string>`any(${[...batchIds]}::uuid[])`)
      .orderBy('redeem_batch_id', 'desc')
      .execute();
  }

  async findByName(name: string) {
    const row = await this.#db
      .selectFrom('redeem_batch')
      .select('redeem_batch_id')
      .where('name', '=', name)
      .executeTakeFirst();
    return row === undefined ? undefined : (await this.find([row.redeem_batch_id]))[0];
  }

  findCodes({ batch, state, code, after, limit }: CodeFilter) {
    return this.#db
      .selectFrom('redeem_code')
      .leftJoinLateral(
        (on) =>
          on
            .selectFrom('redeem_use')
            .select(sql<Date | null>`max(used_at)`.as('last_used_at'))
            .whereRef('redeem_use.redeem_code_id', '=', 'redeem_code.redeem_code_id')
            .as('used'),
        (join) => join.onTrue(),
      )
      .select([
        'redeem_code.redeem_code_id as code_id',
        'shown_code as code',
        usesOfCode.as('uses'),
        'used.last_used_at',
        'disabled_at',
        'disabled_by',
        'disabled_reason',
      ])
      .where('batch', '=', batch)
      .$if(code !== undefined, (query) => query.where('code', '=', code as string))
      .$if(after !== null, (query) =>
        query.where('redeem_code.redeem_code_id', '>', after as string),
      )
      .$if(state === 'redeemed', (query) => query.where(hasUse))
      .$if(state === 'disabled', (query) => query.where('disabled_at', 'is not', null))
      .$if(state === 'open', (query) =>
        query.where('disabled_at', 'is', null).where(sql<boolean>`not ${hasUse}`),
      )
      .orderBy('redeem_code.redeem_code_id')
      .limit(limit)
      .execute();
  }

  findCode(codeId: string) {
    return this.#db
      .selectFrom('redeem_code')
      .select(['code', 'shown_code'])
      .where('redeem_code_id', '=', codeId)
      .executeTakeFirst();
  }

  /** Returns the codes of a batch in their display form. */
  async findShownCodes(batch: string): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('redeem_code')
      .select('shown_code')
      .where('batch', '=', batch)
      .orderBy('redeem_code_id')
      .execute();
    return rows.map(({ shown_code }) => shown_code);
  }

  /** Sums the worth in coins of the batches that a person has made alone since a time. */
  async sumAlone(on: Kysely<Database>, staffId: string, since: Date): Promise<number> {
    const { coins } = await on
      .selectFrom('redeem_batch')
      .select(sql<number>`coalesce(sum(worth_coins), 0)::bigint`.as('coins'))
      .where('created_by_staff_id', '=', staffId)
      .where('created_at', '>', since)
      .where('alone', '=', true)
      .executeTakeFirstOrThrow();
    return coins;
  }

  /** Approves a batch that waits for approval. The database refuses an approval by the author. */
  async approve(batchId: string, { staffId, name }: Person, at: Date): Promise<void> {
    await this.#db
      .updateTable('redeem_batch')
      .set({ approved_by: name, approved_by_staff_id: staffId, approved_at: at })
      .where('redeem_batch_id', '=', batchId)
      .where('alone', '=', false)
      .where('approved_at', 'is', null)
      .execute();
  }

  /** Marks a batch as exported. @returns `false` if it was already exported */
  async markExported(batchId: string, actor: string, at: Date): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('redeem_batch')
      .set({ exported_by: actor, exported_at: at })
      .where('redeem_batch_id', '=', batchId)
      .where('exported_at', 'is', null)
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  }
}
