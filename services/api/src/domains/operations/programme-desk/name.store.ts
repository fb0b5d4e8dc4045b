import type { NameKind } from '@sangwian/contract/endpoints/operator/roster';
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

/** The table of a kind, and the tables that refer to it. Only these constants reach a statement as names. */
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

/** Reads and changes gyms, divisions, stadiums and promotions, on a connection or in a transaction. */
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

  /** Lets everything that refers to `id` refer to `intoId`. */
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
