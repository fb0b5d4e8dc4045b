import type { NameKind } from '@sangwian/contract/endpoints/operator/roster';
import type { ProgramLiveId } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../schema/database.ts';
import { partOf } from './event.store.ts';

export interface NameInput {
  readonly name_th: string;
  readonly name_en: string;
  readonly province_th?: string | undefined;
  readonly province_en?: string | undefined;
  readonly weight_pounds_max?: number | undefined;
}

export interface NameRow {
  readonly id: string;
  readonly name_th: string;
  readonly name_en: string;
  readonly province_th: string | null;
  readonly province_en: string | null;
  readonly weight_pounds_max: number | null;
  readonly uses: number;
  readonly version: number;
  readonly updated_by: string | null;
}

/**
 * The table of each kind of name, and the tables that refer to it. Only these constants are used as identifiers in SQL.
 */
const KINDS = {
  gym: { table: 'camp', key: 'camp_id', users: ['fighter'] },
  division: { table: 'division', key: 'division_id', users: ['fighter', 'bout'] },
  stadium: { table: 'stadium', key: 'stadium_id', users: ['program'] },
  promotion: { table: 'promotion', key: 'promotion_id', users: ['program'] },
} as const;

const EXTRA: Readonly<Record<NameKind, RawBuilder<unknown>>> = {
  gym: sql`province_th, province_en, null::integer as weight_pounds_max`,
  stadium: sql`province_th, province_en, null::integer as weight_pounds_max`,
  division: sql`null::text as province_th, null::text as province_en, weight_pounds_max`,
  promotion: sql`null::text as province_th, null::text as province_en, null::integer as weight_pounds_max`,
};

/** Reads and changes gyms, divisions, stadiums and promotions, inside or outside a transaction. */
export class NameStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  findPage(
    kind: NameKind,
    {
      q,
      after,
    }: {
      readonly q: string | undefined;
      readonly after: { readonly name: string; readonly id: string } | null;
    },
    limit: number,
  ): Promise<NameRow[]> {
    const conditions = [sql`true`];
    if (q !== undefined) {
      conditions.push(sql`(t.name_th ilike ${partOf(q)} or t.name_en ilike ${partOf(q)})`);
    }
    if (after !== null) {
      const key = sql.ref(`t.${KINDS[kind].key}`);
      conditions.push(sql`(t.name_en, ${key}) > (${after.name}::text, ${after.id}::uuid)`);
    }
    return this.#find(
      kind,
      sql`${sql.join(conditions, sql` and `)} order by t.name_en, id limit ${limit}`,
    );
  }

  async find(kind: NameKind, id: string): Promise<NameRow | undefined> {
    const [row] = await this.#find(kind, sql`${sql.ref(`t.${KINDS[kind].key}`)} = ${id}`);
    return row;
  }

  async lock(kind: NameKind, id: string): Promise<NameRow | undefined> {
    const { table, key } = KINDS[kind];
    await sql`select from ${sql.table(table)} where ${sql.ref(key)} = ${id} for no key update`.execute(
      this.#db,
    );
    return this.find(kind, id);
  }

  /**
   * Locks names against edits and new references. Names are locked in the order of their ids, so that two merges in
   * opposite directions cannot deadlock.
   */
  async lockForMerge(kind: NameKind, ids: readonly string[]): Promise<void> {
    const { table, key } = KINDS[kind];
    await sql`
      select from ${sql.table(table)} where ${sql.ref(key)} = any(${[...ids]}::uuid[])
      order by ${sql.ref(key)} for update`.execute(this.#db);
  }

  /**
   * Locks the cards and the fighters that refer to a name. Every edit locks in this order: lives, events, fighters,
   * names.
   *
   * @returns the lives of these cards that have not ended
   */
  async lockUsers(kind: NameKind, id: string): Promise<ProgramLiveId[]> {
    const { key, users } = KINDS[kind];
    const isOfName = sql`${sql.ref(key)} = ${id}`;
    const lives: ProgramLiveId[] = [];
    const [card] = users.filter((user) => user !== 'fighter');
    if (card !== undefined) {
      const cards = sql`select program_id from ${sql.table(card)} where ${isOfName}`;
      const { rows } = await sql<{ program_live_id: ProgramLiveId; is_open: boolean }>`
        select program_live_id, status <> 'ended' as is_open from program_live where program_id in (${cards})
        order by program_live_id for no key update`.execute(this.#db);
      lives.push(...rows.flatMap((row) => (row.is_open ? [row.program_live_id] : [])));
      await sql`
        select from program where program_id in (${cards}) order by program_id for no key update`.execute(
        this.#db,
      );
    }
    if (users.some((user) => user === 'fighter')) {
      await sql`
        select from fighter where ${isOfName} order by fighter_id for no key update`.execute(
        this.#db,
      );
    }
    return lives;
  }

  /**
   * Serializes changes of names until the transaction ends. Imports find gyms and divisions by their English names.
   *
   * @throws {ApiError} `programme_name_taken`
   */
  async refuseTaken(kind: NameKind, nameEn: string, ownId: string | null): Promise<void> {
    const { table, key } = KINDS[kind];
    await sql`lock table ${sql.table(table)} in share row exclusive mode`.execute(this.#db);
    const { rows } = await sql`
      select from ${sql.table(table)}
      where lower(name_en) = lower(${nameEn}) and ${sql.ref(key)} is distinct from ${ownId}::uuid`.execute(
      this.#db,
    );
    if (rows.length > 0) throw new ApiError('programme_name_taken');
  }

  async add(kind: NameKind, input: NameInput, by: string): Promise<string> {
    const { table, key } = KINDS[kind];
    const columns = Object.entries({ ...input, updated_by: by });
    const { rows } = await sql<{ id: string }>`
      insert into ${sql.table(table)} (${sql.join(columns.map(([column]) => sql.ref(column)))})
      values (${sql.join(columns.map(([, value]) => value))}) returning ${sql.ref(key)} as id`.execute(
      this.#db,
    );
    const [row] = rows;
    if (row === undefined) throw new Error('the name was not added');
    return row.id;
  }

  async change(kind: NameKind, id: string, input: NameInput, by: string): Promise<void> {
    const { table, key } = KINDS[kind];
    const set = Object.entries({ ...input, updated_by: by }).map(
      ([column, value]) => sql`${sql.ref(column)} = ${value}`,
    );
    await sql`
      update ${sql.table(table)} set version = version + 1, ${sql.join(set)}
      where ${sql.ref(key)} = ${id}`.execute(this.#db);
  }

  async touch(kind: NameKind, id: string, by: string): Promise<void> {
    const { table, key } = KINDS[kind];
    await sql`
      update ${sql.table(table)} set version = version + 1, updated_by = ${by}
      where ${sql.ref(key)} = ${id}`.execute(this.#db);
  }

  async remove(kind: NameKind, id: string): Promise<void> {
    const { table, key } = KINDS[kind];
    await sql`delete from ${sql.table(table)} where ${sql.ref(key)} = ${id}`.execute(this.#db);
  }

  /** Changes all references to `id` into references to `intoId`. */
  async moveUses(kind: NameKind, id: string, intoId: string): Promise<void> {
    const { key, users } = KINDS[kind];
    for (const user of users) {
      await sql`
        update ${sql.table(user)} set ${sql.ref(key)} = ${intoId} where ${sql.ref(key)} = ${id}`.execute(
        this.#db,
      );
    }
  }

  async #find(kind: NameKind, where: RawBuilder<unknown>): Promise<NameRow[]> {
    const { table, key, users } = KINDS[kind];
    const uses = users.map(
      (user) =>
        sql`(select count(*)::int from ${sql.table(user)} as u where u.${sql.ref(key)} = t.${sql.ref(key)})`,
    );
    const { rows } = await sql<NameRow>`
      select t.${sql.ref(key)} as id, t.name_th, t.name_en, ${EXTRA[kind]}, t.version, t.updated_by,
        ${sql.join(uses, sql` + `)} as uses
      from ${sql.table(table)} as t where ${where}`.execute(this.#db);
    return rows;
  }
}
