import type { FollowSubject } from '@sangwian/contract/endpoints/follows';
import type { Bilingual } from '@sangwian/contract/endpoints/live';
import type { Photo } from '@sangwian/contract/endpoints/photo';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../schema/database.ts';
import type { LiveStatusValue } from '../../live/lives/lives.tables.ts';

/** The column of each type of subject. */
const COLUMNS = {
  fighter: 'fighter_id',
  gym: 'camp_id',
  promotion: 'promotion_id',
} as const satisfies Record<FollowSubject['type'], string>;

export interface FollowRow {
  readonly type: FollowSubject['type'];
  readonly id: string;
  readonly name: Bilingual;
  readonly detail: Bilingual | null;
  readonly photo: Photo | null;
  readonly created_at: Date;
}

interface NextFighterRow {
  readonly fighter_id: string;
  readonly name: Bilingual;
  readonly gym: Bilingual;
  readonly photo: Photo | null;
}

export interface NextBoutRow {
  readonly bout_id: string;
  readonly program_id: string;
  readonly program: Bilingual;
  readonly stadium: Bilingual;
  readonly starts_at: Date;
  readonly status: LiveStatusValue;
  readonly program_live_id: string | null;
  readonly red: NextFighterRow;
  readonly blue: NextFighterRow;
  readonly red_followed: boolean;
  readonly blue_followed: boolean;
}

/** Both fighters of a bout whose result is final, and the live that showed it. */
export interface FinalBoutRow {
  readonly bout_id: string;
  readonly program_id: string;
  readonly program_live_id: string;
  readonly red_fighter_id: string;
  readonly blue_fighter_id: string;
  readonly red: Bilingual;
  readonly blue: Bilingual;
}

const namesOf = (table: string) => {
  const [th, en] = [sql.ref(`${table}.name_th`), sql.ref(`${table}.name_en`)];
  return sql`jsonb_build_object('th', ${th}, 'en', ${en})`;
};

const fighterOf = (corner: 'red' | 'blue') => sql`jsonb_build_object(
  'fighter_id', ${sql.ref(`${corner}.fighter_id`)}, 'name', ${namesOf(corner)},
  'gym', ${namesOf(`${corner}_camp`)}, 'photo', ${sql.ref(`${corner}_photo.shown`)})`;

/** Whether the member follows a fighter or the fighter's gym. */
const isFollowed = (corner: 'red' | 'blue') => sql`exists (
  select from mine where mine.fighter_id = ${sql.ref(`${corner}.fighter_id`)}
    or mine.camp_id = ${sql.ref(`${corner}.camp_id`)})`;

/** Reads and writes what members follow. Also reads the schedule, which the lives module owns. */
export class FollowsStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /**
   * Locks a member until the transaction ends, so that concurrent requests cannot exceed the limit, and none can follow
   * after the deletion of the account. @returns whether the member exists
   */
  async lockMember(memberId: string): Promise<boolean> {
    const { rows } = await sql`
      select from member where member_id = ${memberId} and deleted_at is null for no key update
    `.execute(this.#db);
    return rows.length > 0;
  }

  async exists({ type, id }: FollowSubject): Promise<boolean> {
    const table = { fighter: 'fighter', gym: 'camp', promotion: 'promotion' }[type];
    const { rows } = await sql`
      select from ${sql.table(table)} where ${sql.ref(COLUMNS[type])} = ${id} for key share
    `.execute(this.#db);
    return rows.length > 0;
  }

  /** Adds a follow, unless it exists. */
  async add(memberId: string, { type, id }: FollowSubject, now: Date): Promise<void> {
    await sql`
      insert into follow (member_id, ${sql.ref(COLUMNS[type])}, created_at) values (${memberId}, ${id}, ${now})
      on conflict on constraint follow_once_key do nothing`.execute(this.#db);
  }

  async remove(memberId: string, { type, id }: FollowSubject): Promise<void> {
    await sql`
      delete from follow where member_id = ${memberId} and ${sql.ref(COLUMNS[type])} = ${id}
    `.execute(this.#db);
  }

  async countOf(memberId: string): Promise<number> {
    const { count } = await this.#db
      .selectFrom('follow')
      .select((query) => query.fn.countAll<number>().as('count'))
      .where('member_id', '=', memberId)
      .executeTakeFirstOrThrow();
    return count;
  }

  /** Returns what a member follows, the latest first; with `only`, at most this one. */
  async findOf(memberId: string, limit: number, only?: FollowSubject): Promise<FollowRow[]> {
    const subject =
      only === undefined ? sql`true` : sql`${sql.ref(`follow.${COLUMNS[only.type]}`)} = ${only.id}`;
    const { rows } = await sql<FollowRow>`
      select case when fighter.fighter_id is not null then 'fighter'
          when camp.camp_id is not null then 'gym' else 'promotion' end as type,
        coalesce(follow.fighter_id, follow.camp_id, follow.promotion_id) as id,
        case when fighter.fighter_id is not null then ${namesOf('fighter')}
          when camp.camp_id is not null then ${namesOf('camp')} else ${namesOf('promotion')} end as name,
        case when fighter.fighter_id is not null then ${namesOf('of_fighter')}
          when camp.camp_id is not null
            then jsonb_build_object('th', camp.province_th, 'en', camp.province_en) end as detail,
        photo.shown as photo, follow.created_at
      from follow
      left join fighter on fighter.fighter_id = follow.fighter_id
      left join camp of_fighter on of_fighter.camp_id = fighter.camp_id
      left join photo on photo.fighter_id = fighter.fighter_id
      left join camp on camp.camp_id = follow.camp_id
      left join promotion on promotion.promotion_id = follow.promotion_id
      where follow.member_id = ${memberId} and ${subject}
      order by follow.created_at desc, follow.follow_id desc
      limit ${limit}`.execute(this.#db);
    return rows;
  }

  /** Returns the bouts since `since` that are not over, of what a member follows, the soonest first. */
  async findNext(memberId: string, since: Date, limit: number): Promise<NextBoutRow[]> {
    const { rows } = await sql<NextBoutRow>`
      with mine as (select fighter_id, camp_id, promotion_id from follow where member_id = ${memberId})
      select bout.bout_id, program.program_id, bout.starts_at, live.program_live_id,
        jsonb_build_object('th', program.title_th, 'en', program.title_en) as program,
        ${namesOf('stadium')} as stadium, ${fighterOf('red')} as red, ${fighterOf('blue')} as blue,
        ${isFollowed('red')} as red_followed, ${isFollowed('blue')} as blue_followed,
        coalesce(match_live.status, 'not_started') as status
      from program
      join bout on bout.program_id = program.program_id
      join stadium using (stadium_id)
      join fighter red on red.fighter_id = bout.red_fighter_id
      join camp red_camp on red_camp.camp_id = red.camp_id
      join fighter blue on blue.fighter_id = bout.blue_fighter_id
      join camp blue_camp on blue_camp.camp_id = blue.camp_id
      left join photo red_photo on red_photo.fighter_id = red.fighter_id
      left join photo blue_photo on blue_photo.fighter_id = blue.fighter_id
      left join lateral (
        select * from program_live where program_live.program_id = program.program_id
        order by cancelled_at is not null, starts_at, program_live_id limit 1
      ) live on true
      left join match_live on match_live.bout_id = bout.bout_id and match_live.replaced_at is null
        and match_live.program_live_id = live.program_live_id
      where exists (select from mine) and program.starts_at >= ${since} and bout.winner is null
        and live.status is distinct from 'ended' and match_live.status is distinct from 'ended'
        and (${isFollowed('red')} or ${isFollowed('blue')}
          or exists (select from mine where mine.promotion_id = program.promotion_id))
      order by bout.starts_at, bout.card_order, bout.bout_id
      limit ${limit}`.execute(this.#db);
    return rows;
  }

  async findFinalBout(matchLiveId: string): Promise<FinalBoutRow | undefined> {
    const { rows } = await sql<FinalBoutRow>`
      select bout.bout_id, bout.program_id, program_live_id, red_fighter_id, blue_fighter_id,
        ${namesOf('red')} as red, ${namesOf('blue')} as blue
      from match_live
      join bout using (bout_id)
      join fighter red on red.fighter_id = red_fighter_id
      join fighter blue on blue.fighter_id = blue_fighter_id
      where match_live_id = ${matchLiveId} and bout.winner is not null`.execute(this.#db);
    return rows[0];
  }

  /**
   * Returns the next followers of one of these fighters, by id after `after`. The rows are locked until the transaction
   * ends, so that a concurrent deletion of an account either hides its follower or also deletes the notice.
   */
  async lockFollowers(
    fighterIds: readonly string[],
    after: string,
    limit: number,
  ): Promise<string[]> {
    const { rows } = await sql<{ member_id: string }>`
      select member_id from follow
      where fighter_id = any(${fighterIds}::uuid[]) and member_id > ${after}::uuid
      order by member_id limit ${limit} for key share`.execute(this.#db);
    return [...new Set(rows.map((row) => row.member_id))];
  }

  async forgetMember(memberId: string): Promise<void> {
    await this.#db.deleteFrom('follow').where('member_id', '=', memberId).execute();
  }
}
