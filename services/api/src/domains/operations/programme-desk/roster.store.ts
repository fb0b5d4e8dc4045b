import type { RosterFighter } from '@sangwian/contract/endpoints/operator/roster';
import type { Photo } from '@sangwian/contract/endpoints/photo';
import type { FighterId } from '@sangwian/contract/ids';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../schema/database.ts';
import { partOf } from './event.store.ts';

export interface FighterRow {
  readonly fighter_id: string;
  readonly name_th: string;
  readonly name_en: string;
  readonly nickname_th: string;
  readonly nickname_en: string;
  readonly gym_id: string;
  readonly gym_th: string;
  readonly gym_en: string;
  readonly division_id: string;
  readonly division_th: string;
  readonly division_en: string;
  readonly province_th: string;
  readonly province_en: string;
  readonly stance: 'orthodox' | 'southpaw';
  readonly height_cm: number;
  readonly weight_pounds: number;
  /** `YYYY-MM-DD`. */
  readonly born_on: string;
  readonly photo: Photo | null;
  readonly bouts: number;
  readonly import_key: string | null;
  readonly version: number;
  readonly updated_by: string | null;
}

export interface FighterFilter {
  readonly q?: string | undefined;
  readonly gymId?: string | undefined;
  readonly divisionId?: string | undefined;
  readonly hasNoPhoto: boolean;
}

/** Reads fighters for the console, inside or outside a transaction. */
export class RosterStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** Finds fighters by filters after a cursor, in order of their English names. */
  findPage(
    { q, gymId, divisionId, hasNoPhoto }: FighterFilter,
    after: { readonly name: string; readonly fighterId: string } | null,
    limit: number,
  ): Promise<FighterRow[]> {
    const conditions = [sql`true`];
    if (q !== undefined) {
      conditions.push(sql`(fighter.name_th || ' ' || fighter.name_en || ' ' || fighter.nickname_th || ' '
        || fighter.nickname_en) ilike ${partOf(q)}`);
    }
    if (gymId !== undefined) conditions.push(sql`fighter.camp_id = ${gymId}`);
    if (divisionId !== undefined) conditions.push(sql`fighter.division_id = ${divisionId}`);
    if (hasNoPhoto) conditions.push(sql`photo.photo_id is null`);
    if (after !== null) {
      conditions.push(
        sql`(fighter.name_en, fighter.fighter_id) > (${after.name}::text, ${after.fighterId}::uuid)`,
      );
    }
    return this.#find(sql`${sql.join(conditions, sql` and `)}
      order by fighter.name_en, fighter.fighter_id limit ${limit}`);
  }

  async find(fighterId: string): Promise<FighterRow | undefined> {
    const [row] = await this.#find(sql`fighter.fighter_id = ${fighterId}`);
    return row;
  }

  /** Locks a fighter against other edits until the transaction ends. */
  async lock(fighterId: string): Promise<FighterRow | undefined> {
    await sql`select from fighter where fighter_id = ${fighterId} for no key update`.execute(
      this.#db,
    );
    return this.find(fighterId);
  }

  /** Increments the version of a fighter after an edit. */
  async touch(fighterId: string, by: string): Promise<void> {
    await sql`
      insert into fighter_edit as edit (fighter_id, version, updated_by) values (${fighterId}, 2, ${by})
      on conflict (fighter_id) do update set version = edit.version + 1, updated_by = excluded.updated_by`.execute(
      this.#db,
    );
  }

  async #find(where: RawBuilder<unknown>): Promise<FighterRow[]> {
    const { rows } = await sql<FighterRow>`
      select fighter.fighter_id, fighter.name_th, fighter.name_en, nickname_th, nickname_en,
        fighter.camp_id as gym_id, camp.name_th as gym_th, camp.name_en as gym_en,
        fighter.division_id, division.name_th as division_th, division.name_en as division_en,
        fighter.province_th, fighter.province_en, stance, height_cm, weight_pounds, born_on::text as born_on,
        photo.shown as photo, import_key, coalesce(fighter_edit.version, 1) as version,
        fighter_edit.updated_by,
        (select count(*)::int from bout where fighter.fighter_id in (red_fighter_id, blue_fighter_id)) as bouts
      from fighter
      join camp on camp.camp_id = fighter.camp_id
      join division on division.division_id = fighter.division_id
      left join photo on photo.fighter_id = fighter.fighter_id
      left join fighter_edit on fighter_edit.fighter_id = fighter.fighter_id
      left join fighter_import on fighter_import.fighter_id = fighter.fighter_id
      where ${where}`.execute(this.#db);
    return rows;
  }
}

export const presentFighter = (row: FighterRow): RosterFighter => ({
  fighter_id: row.fighter_id as FighterId,
  name_th: row.name_th,
  name_en: row.name_en,
  nickname_th: row.nickname_th,
  nickname_en: row.nickname_en,
  gym_id: row.gym_id,
  gym: { th: row.gym_th, en: row.gym_en },
  division_id: row.division_id,
  division: { th: row.division_th, en: row.division_en },
  province_th: row.province_th,
  province_en: row.province_en,
  dominant_hand: row.stance === 'southpaw' ? 'left' : 'right',
  height_cm: row.height_cm,
  weight_pounds: row.weight_pounds,
  born_on: row.born_on,
  photo: row.photo,
  bouts: row.bouts,
  import_key: row.import_key,
  version: row.version,
  updated_by: row.updated_by,
});
