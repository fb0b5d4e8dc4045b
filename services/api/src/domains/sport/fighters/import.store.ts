import { sql, type Transaction } from 'kysely';
import type { Database } from '../../../schema/database.ts';

export interface ImportedFighter {
  readonly import_key: string;
  readonly camp_id: string;
  readonly division_id: string;
  readonly name_th: string;
  readonly name_en: string;
  readonly nickname_th: string;
  readonly nickname_en: string;
  readonly province_th: string;
  readonly province_en: string;
  readonly stance: 'orthodox' | 'southpaw';
  readonly height_cm: number;
  readonly weight_pounds: number;
  readonly born_on: string;
}

/** A known fighter whose data differs from the line. */
interface ChangeRow {
  readonly import_key: string;
  readonly name_th: string;
  readonly name_en: string;
  readonly fields: { field: string; before: string; after: string }[];
}

/** Writes imported fighters. Always used within a transaction. */
export class ImportStore {
  readonly #trx: Transaction<Database>;

  constructor(trx: Transaction<Database>) {
    this.#trx = trx;
  }

  /** Locks imports until the transaction ends, so that they run one after the other. */
  async lock(): Promise<void> {
    await sql`lock table fighter_import in exclusive mode`.execute(this.#trx);
  }

  async addGyms(
    gyms: readonly {
      readonly name_th: string;
      readonly name_en: string;
      readonly province_th: string;
      readonly province_en: string;
    }[],
  ): Promise<void> {
    // All gyms are passed as one parameter, since a statement takes at most 65,535 parameters.
    await sql`
      insert into camp (name_th, name_en, province_th, province_en)
      select name_th, name_en, province_th, province_en
      from jsonb_to_recordset(${JSON.stringify(gyms)}::jsonb) as gym (
        name_th text, name_en text, province_th text, province_en text)`.execute(this.#trx);
  }

  async findGyms(): Promise<Map<string, string>> {
    const rows = await this.#trx.selectFrom('camp').select(['camp_id', 'name_en']).execute();
    return new Map(rows.map((row) => [row.name_en, row.camp_id]));
  }

  async findDivisions() {
    const rows = await this.#trx
      .selectFrom('division')
      .selectAll()
      .orderBy('weight_pounds_max')
      .execute();
    return new Map(
      rows.map((row) => [row.name_en, { id: row.division_id, poundsMax: row.weight_pounds_max }]),
    );
  }

  /** Finds known fighters who differ from their lines, with the old and new value of each field. */
  async findChanges(fighters: readonly ImportedFighter[], limit: number): Promise<ChangeRow[]> {
    const { rows } = await sql<ChangeRow>`
      with pair as (
        select line.import_key, line.name_th, line.name_en,
          jsonb_build_object('gym', was_camp.name_en, 'division', was_division.name_en, 'name_th', fighter.name_th,
            'name_en', fighter.name_en, 'nickname_th', fighter.nickname_th, 'nickname_en', fighter.nickname_en,
            'province_th', fighter.province_th, 'province_en', fighter.province_en, 'stance', fighter.stance,
            'height_cm', fighter.height_cm, 'weight_pounds', fighter.weight_pounds, 'born_on', fighter.born_on) as before,
          jsonb_build_object('gym', camp.name_en, 'division', division.name_en, 'name_th', line.name_th,
            'name_en', line.name_en, 'nickname_th', line.nickname_th, 'nickname_en', line.nickname_en,
            'province_th', line.province_th, 'province_en', line.province_en, 'stance', line.stance,
            'height_cm', line.height_cm, 'weight_pounds', line.weight_pounds, 'born_on', line.born_on) as after
        from ${linesOf(fighters)}
        join fighter_import using (import_key)
        join fighter on fighter.fighter_id = fighter_import.fighter_id
        join camp as was_camp on was_camp.camp_id = fighter.camp_id
        join division as was_division on was_division.division_id = fighter.division_id
        join camp on camp.camp_id = line.camp_id
        join division on division.division_id = line.division_id
      )
      select import_key, name_th, name_en, (
        select jsonb_agg(jsonb_build_object('field', key, 'before', before ->> key, 'after', value) order by key)
        from jsonb_each_text(after) where value is distinct from before ->> key
      ) as fields
      from pair where before <> after order by import_key limit ${limit}`.execute(this.#trx);
    return rows;
  }

  /** Finds the fighters whose keys are new. */
  async findAdditions(
    fighters: readonly ImportedFighter[],
    limit: number,
  ): Promise<Pick<ImportedFighter, 'import_key' | 'name_th' | 'name_en'>[]> {
    const { rows } = await sql<Pick<ImportedFighter, 'import_key' | 'name_th' | 'name_en'>>`
      select line.import_key, line.name_th, line.name_en from ${linesOf(fighters)}
      where not exists (select from fighter_import where fighter_import.import_key = line.import_key)
      order by line.import_key limit ${limit}`.execute(this.#trx);
    return rows;
  }

  /** Updates known fighters who differ from their lines. @returns the number of updated fighters */
  async change(fighters: readonly ImportedFighter[]): Promise<number> {
    const { numAffectedRows } = await sql`
      with changed as (
      update fighter set camp_id = line.camp_id, division_id = line.division_id,
        name_th = line.name_th, name_en = line.name_en, nickname_th = line.nickname_th,
        nickname_en = line.nickname_en, province_th = line.province_th,
        province_en = line.province_en, stance = line.stance, height_cm = line.height_cm,
        weight_pounds = line.weight_pounds, born_on = line.born_on
      from ${linesOf(fighters)} join fighter_import using (import_key)
      where fighter.fighter_id = fighter_import.fighter_id
        and (fighter.camp_id, fighter.division_id, fighter.name_th, fighter.name_en,
          fighter.nickname_th, fighter.nickname_en, fighter.province_th, fighter.province_en,
          fighter.stance, fighter.height_cm, fighter.weight_pounds, fighter.born_on)
        is distinct from (line.camp_id, line.division_id, line.name_th, line.name_en,
          line.nickname_th, line.nickname_en, line.province_th, line.province_en,
          line.stance, line.height_cm, line.weight_pounds, line.born_on)
      returning fighter.fighter_id
      )
      insert into fighter_edit as edit (fighter_id, version) select fighter_id, 2 from changed
      on conflict (fighter_id) do update set version = edit.version + 1, updated_by = null`.execute(
      this.#trx,
    );
    return Number(numAffectedRows ?? 0);
  }

  /** Adds the fighters whose keys are new. @returns the number of added fighters */
  async add(fighters: readonly ImportedFighter[]): Promise<number> {
    const { rows } = await sql<{ added: number }>`
      with fresh as materialized (
        select uuidv7() as fighter_id, line.* from ${linesOf(fighters)}
        where not exists (select from fighter_import where fighter_import.import_key = line.import_key)
      ), made as (
        insert into fighter (fighter_id, camp_id, division_id, name_th, name_en, nickname_th,
          nickname_en, province_th, province_en, stance, height_cm, weight_pounds, born_on)
        select fighter_id, camp_id, division_id, name_th, name_en, nickname_th, nickname_en,
          province_th, province_en, stance, height_cm, weight_pounds, born_on from fresh
      ), keyed as (
        insert into fighter_import (import_key, fighter_id)
        select import_key, fighter_id from fresh returning 1
      )
      select count(*)::int as added from keyed`.execute(this.#trx);
    return rows[0]?.added ?? 0;
  }
}

const linesOf = (fighters: readonly ImportedFighter[]) => sql`
  jsonb_to_recordset(${JSON.stringify(fighters)}::jsonb) as line (
    import_key text, camp_id uuid, division_id uuid, name_th text, name_en text, nickname_th text,
    nickname_en text, province_th text, province_en text, stance text, height_cm integer,
    weight_pounds integer, born_on date)`;
