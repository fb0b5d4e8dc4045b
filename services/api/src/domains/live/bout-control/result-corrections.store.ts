import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { Database } from '../../../schema/database.ts';
import type { BoutControlTables } from './bout-control.tables.ts';

type Row = Selectable<BoutControlTables['result_correction']>;

/** A requested correction with the names of its bout. */
export interface CorrectionRow extends Row {
  readonly program_id: string;
  readonly program_live_id: string;
  readonly bout_id: string;
  readonly card_order: number;
  readonly red_th: string;
  readonly red_en: string;
  readonly blue_th: string;
  readonly blue_en: string;
  /** Whether the bout has changed since the request. */
  readonly is_stale: boolean;
}

const WITH_BOUT = sql`
  select c.*, b.program_id, m.program_live_id, b.bout_id, b.card_order,
    red.name_th as red_th, red.name_en as red_en, blue.name_th as blue_th, blue.name_en as blue_en,
    m.revision + b.revision <> c.bout_version as is_stale
  from result_correction c
  join match_live m using (match_live_id)
  join bout b using (bout_id)
  join fighter red on red.fighter_id = b.red_fighter_id
  join fighter blue on blue.fighter_id = b.blue_fighter_id
`;

/** Reads and writes corrections that wait for a second person's approval. */
export class ResultCorrectionStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async find(correctionId: string): Promise<CorrectionRow | undefined> {
    const { rows } = await sql<CorrectionRow>`
      ${WITH_BOUT} where result_correction_id = ${correctionId}
    `.execute(this.#db);
    return rows[0];
  }

  /** Finds the card and the permanent bout of a row in the current card. */
  findBout(matchLiveId: string) {
    return this.#db
      .selectFrom('match_live')
      .innerJoin('bout', 'bout.bout_id', 'match_live.bout_id')
      .select(['program_id as programId', 'match_live.bout_id as boutId'])
      .where('match_live_id', '=', matchLiveId)
      .where('replaced_at', 'is', null)
      .executeTakeFirst();
  }

  /** Finds the requests that a second person can still decide, oldest first. */
  async findOpen(now: Date, limit: number): Promise<CorrectionRow[]> {
    const { rows } = await sql<CorrectionRow>`
      ${WITH_BOUT} where c.state = 'open' and c.expires_at > ${now}
      order by c.created_at, result_correction_id limit ${limit}
    `.execute(this.#db);
    return rows;
  }

  /** Locks a request until the transaction ends. */
  lock(trx: Transaction<Database>, correctionId: string): Promise<Row | undefined> {
    return trx
      .selectFrom('result_correction')
      .selectAll()
      .where('result_correction_id', '=', correctionId)
      .forUpdate()
      .executeTakeFirst();
  }

  /** Locks the open request of a bout. */
  lockOpenOf(trx: Transaction<Database>, matchLiveId: string): Promise<Row | undefined> {
    return trx
      .selectFrom('result_correction')
      .selectAll()
      .where('match_live_id', '=', matchLiveId)
      .where('state', '=', 'open')
      .forUpdate()
      .executeTakeFirst();
  }

  /** Inserts a request. Returns `false` if its id exists. */
  async insert(trx: Transaction<Database>, row: Row): Promise<boolean> {
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('result_correction')
      .values({ ...row, before: JSON.stringify(row.before), effect: JSON.stringify(row.effect) })
      .onConflict((conflict) => conflict.column('result_correction_id').doNothing())
      .executeTakeFirst();
    return numInsertedOrUpdatedRows === 1n;
  }

  async decide(
    trx: Transaction<Database>,
    correctionId: string,
    decision: Partial<
      Pick<Row, 'state' | 'decided_by' | 'decided_by_staff_id' | 'decided_at' | 'decision_reason'>
    >,
  ): Promise<void> {
    await trx
      .updateTable('result_correction')
      .set(decision)
      .where('result_correction_id', '=', correctionId)
      .execute();
  }
}
