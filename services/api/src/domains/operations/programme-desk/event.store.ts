import type { MatchResult } from '@sangwian/contract/endpoints/live';
import type { Photo } from '@sangwian/contract/endpoints/photo';
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { Database } from '../../../schema/database.ts';
import type { LiveStatusValue } from '../../live/lives/lives.module.ts';

export interface EventRow {
  readonly program_id: string;
  readonly title_th: string;
  readonly title_en: string;
  readonly starts_at: Date;
  readonly version: number;
  readonly updated_by: string | null;
  readonly promotion_id: string;
  readonly promotion_th: string;
  readonly promotion_en: string;
  readonly stadium_id: string;
  readonly stadium_th: string;
  readonly stadium_en: string;
  readonly bouts: number;
  readonly photo: Photo | null;
  readonly program_live_id: string | null;
  readonly live_status: LiveStatusValue | null;
  readonly cancelled_at: Date | null;
  readonly access: 'free' | 'premium' | null;
  readonly price_coins: number | null;
  readonly replay_price_coins: number | null;
  readonly replay_days: number | null;
  readonly external: boolean | null;
  readonly live_starts_at: Date | null;
}

export interface BoutRow {
  readonly bout_id: string;
  readonly program_id: string;
  readonly match_live_id: string | null;
  readonly card_order: number;
  readonly main_event: boolean;
  readonly division_id: string;
  readonly division_th: string;
  readonly division_en: string;
  readonly weight_pounds: number;
  readonly rounds: number;
  readonly starts_at: Date;
  readonly red_fighter_id: string;
  readonly red_th: string;
  readonly red_en: string;
  readonly red_gym_th: string;
  readonly red_gym_en: string;
  readonly red_photo: Photo | null;
  readonly blue_fighter_id: string;
  readonly blue_th: string;
  readonly blue_en: string;
  readonly blue_gym_th: string;
  readonly blue_gym_en: string;
  readonly blue_photo: Photo | null;
  readonly status: LiveStatusValue;
  readonly winner: MatchResult['winner'] | null;
  readonly method: MatchResult['method'] | null;
  readonly result_round: number | null;
  readonly has_stakes: boolean;
  readonly version: number;
  readonly updated_by: string | null;
}

export interface EventFilter {
  readonly isPast: boolean;
  /** Start of today in Bangkok, which separates past and coming events. */
  readonly today: Date;
  readonly q?: string | undefined;
  readonly isPremium: boolean;
}

const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** Returns the LIKE pattern that finds a part of a name. */
export const partOf = (text: string): string => `%${escapeLike(text)}%`;

/** Whether fans have cheered in the current pairing of a bout or predicted its result. */
const HAS_STAKES = sql`(
  exists (select from gift_bar where gift_bar.match_live_id = match_live.match_live_id)
  or exists (
    select from predict_slot
    where predict_slot.program_id = bout.program_id and predict_slot.bout_id = bout.bout_id
      and predict_slot.red_fighter_id = bout.red_fighter_id
      and predict_slot.blue_fighter_id = bout.blue_fighter_id
  )
)`;

/** Reads events for the console, inside or outside a transaction. */
export class EventStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** Finds events by filters after a cursor: upcoming events in order of time, and past events latest first. */
  findPage(
    { isPast, today, q, isPremium }: EventFilter,
    after: { readonly at: Date; readonly programId: string } | null,
    limit: number,
  ): Promise<EventRow[]> {
    const conditions = [
      isPast ? sql`program.starts_at < ${today}` : sql`program.starts_at >= ${today}`,
    ];
    if (after !== null) {
      const position = sql`(${after.at}::timestamptz, ${after.programId}::uuid)`;
      conditions.push(
        isPast
          ? sql`(program.starts_at, program.program_id) < ${position}`
          : sql`(program.starts_at, program.program_id) > ${position}`,
      );
    }
    if (isPremium) conditions.push(sql`live.access = 'premium'`);
    if (q !== undefined) {
      const part = partOf(q);
      conditions.push(sql`(
        program.title_th ilike ${part} or program.title_en ilike ${part}
        or promotion.name_th ilike ${part} or promotion.name_en ilike ${part}
        or stadium.name_th ilike ${part} or stadium.name_en ilike ${part})`);
    }
    const order = isPast
      ? sql`program.starts_at desc, program.program_id desc`
      : sql`program.starts_at, program.program_id`;
    return this.#find(sql`${sql.join(conditions, sql` and `)} order by ${order} limit ${limit}`);
  }

  async find(programId: string): Promise<EventRow | undefined> {
    const [row] = await this.#find(sql`program.program_id = ${programId}`);
    return row;
  }

  async findBouts(programId: string): Promise<BoutRow[]> {
    return this.#findBouts(sql`bout.program_id = ${programId}`);
  }

  async findBout(boutId: string): Promise<BoutRow | undefined> {
    const [row] = await this.#findBouts(sql`bout.bout_id = ${boutId}`);
    return row;
  }

  /** Finds the channel that carries the live's video. */
  async findChannel(programLiveId: string): Promise<string | null> {
    const row = await this.#db
      .selectFrom('match_live_stream')
      .select('channel_id')
      .where('program_live_id', '=', programLiveId)
      .orderBy('kind')
      .orderBy('match_live_stream_id')
      .limit(1)
      .executeTakeFirst();
    return row?.channel_id ?? null;
  }

  async sumUnlocks(programLiveId: string): Promise<{ unlocks: number; coins: number }> {
    const { rows } = await sql<{ unlocks: number; coins: number }>`
      select count(*)::int as unlocks, coalesce(sum(paid_coins), 0)::bigint as coins
      from live_unlock where program_live_id = ${programLiveId}`.execute(this.#db);
    return rows[0] ?? { unlocks: 0, coins: 0 };
  }

  /** Counts the cheers and the predictions that a substitution voids. */
  async countStakes({ bout_id, match_live_id }: Pick<BoutRow, 'bout_id' | 'match_live_id'>) {
    const { rows } = await sql<{ coins: number; members: number; predictions: number }>`
      select
        coalesce((select sum(red_coins + blue_coins) from gift_supporter where match_live_id = ${match_live_id}), 0)::bigint
          as coins,
        (select count(*) from gift_supporter where match_live_id = ${match_live_id})::int as members,
        (
          select count(*) from predict_sheet join predict_slot using (program_id) join bout using (bout_id)
          where bout.bout_id = ${bout_id} and predict_slot.red_fighter_id = bout.red_fighter_id
            and predict_slot.blue_fighter_id = bout.blue_fighter_id and picks[slot] <> 0
            and predict_slot.substitutions = (
              select count(*) from match_live where match_live.bout_id = ${bout_id} and replaced_at is not null)
        )::int as predictions`.execute(this.#db);
    return rows[0] ?? { coins: 0, members: 0, predictions: 0 };
  }

  async #find(where: RawBuilder<unknown>): Promise<EventRow[]> {
    const { rows } = await sql<EventRow>`
      select program.program_id, title_th, title_en, program.starts_at, program.version, program.updated_by,
        program.promotion_id, promotion.name_th as promotion_th, promotion.name_en as promotion_en,
        program.stadium_id, stadium.name_th as stadium_th, stadium.name_en as stadium_en,
        (select count(*)::int from bout where bout.program_id = program.program_id) as bouts,
        photo.shown as photo, live.program_live_id, live.status as live_status, live.cancelled_at,
        live.access, live.price_coins,
        live.replay_price_coins, live.replay_days, live.external, live.starts_at as live_starts_at
      from program
      join promotion on promotion.promotion_id = program.promotion_id
      join stadium on stadium.stadium_id = program.stadium_id
      left join photo on photo.program_id = program.program_id
      left join lateral (
        select * from program_live where program_live.program_id = program.program_id
        order by program_live_id limit 1
      ) as live on true
      where ${where}`.execute(this.#db);
    return rows;
  }

  async #findBouts(where: RawBuilder<unknown>): Promise<BoutRow[]> {
    const { rows } = await sql<BoutRow>`
      select bout.bout_id, bout.program_id, match_live.match_live_id, card_order, main_event,
        bout.division_id, division.name_th as division_th, division.name_en as division_en,
        bout.weight_pounds, bout.rounds, bout.starts_at,
        red_fighter_id, red.name_th as red_th, red.name_en as red_en,
        red_camp.name_th as red_gym_th, red_camp.name_en as red_gym_en, red_photo.shown as red_photo,
        blue_fighter_id, blue.name_th as blue_th, blue.name_en as blue_en,
        blue_camp.name_th as blue_gym_th, blue_camp.name_en as blue_gym_en, blue_photo.shown as blue_photo,
        coalesce(match_live.status, case when bout.result_at is null then 'not_started' else 'ended' end) as status,
        winner, method, result_round, ${HAS_STAKES} as has_stakes,
        bout.revision + coalesce(match_live.revision, 0) as version, bout.updated_by
      from bout
      join division on division.division_id = bout.division_id
      join fighter as red on red.fighter_id = red_fighter_id
      join camp as red_camp on red_camp.camp_id = red.camp_id
      join fighter as blue on blue.fighter_id = blue_fighter_id
      join camp as blue_camp on blue_camp.camp_id = blue.camp_id
      left join photo as red_photo on red_photo.fighter_id = red.fighter_id
      left join photo as blue_photo on blue_photo.fighter_id = blue.fighter_id
      left join match_live on match_live.bout_id = bout.bout_id and match_live.replaced_at is null
      where ${where} order by bout.card_order`.execute(this.#db);
    return rows;
  }
}

/** Changes events, always in a transaction. Locks the live before the event, as bout control does. */
export class EventWriter extends EventStore {
  readonly #trx: Transaction<Database>;

  constructor(trx: Transaction<Database>) {
    super(trx);
    this.#trx = trx;
  }

  /** Locks the live and the event against other changes. @returns the event; `undefined` if it is missing */
  async lock(programId: string): Promise<EventRow | undefined> {
    await sql`select from program_live where program_id = ${programId} for no key update`.execute(
      this.#trx,
    );
    await sql`select from program where program_id = ${programId} for no key update`.execute(
      this.#trx,
    );
    return this.find(programId);
  }

  /** Increments the version of an event after a change of the event, its live or its list of bouts. */
  async touch(programId: string, by: string): Promise<void> {
    await sql`
      update program set version = version + 1, updated_by = ${by} where program_id = ${programId}`.execute(
      this.#trx,
    );
  }

  /** Adds the bouts that have no row in the live yet, so that they can be directed. */
  async addToLive(programId: string): Promise<void> {
    await sql`
      insert into match_live (program_live_id, bout_id, status)
      select program_live.program_live_id, bout.bout_id, 'not_started'
      from bout join program_live using (program_id)
      where bout.program_id = ${programId} and bout.result_at is null and program_live.status <> 'ended'
        and not exists (
          select from match_live where match_live.bout_id = bout.bout_id
            and match_live.program_live_id = program_live.program_live_id and replaced_at is null)`.execute(
      this.#trx,
    );
  }

  /**
   * Sets the channel of both kinds of streams; `null` removes the streams. The database refuses a removal if fans have
   * watched.
   */
  async setChannel(
    programLiveId: string,
    channelId: string | null,
    earlier: string | null,
  ): Promise<void> {
    if (earlier === channelId) return;
    if (channelId === null) {
      await this.#trx
        .deleteFrom('match_live_stream')
        .where('program_live_id', '=', programLiveId)
        .where('channel_id', '=', earlier)
        .execute();
      return;
    }
    if (earlier === null) {
      await this.#trx
        .insertInto('match_live_stream')
        .values(
          (['hls', 'webrtc'] as const).map((kind) => ({
            program_live_id: programLiveId,
            kind,
            channel_id: channelId,
          })),
        )
        .execute();
      return;
    }
    await this.#trx
      .updateTable('match_live_stream')
      .set({ channel_id: channelId })
      .where('program_live_id', '=', programLiveId)
      .where('channel_id', '=', earlier)
      .execute();
  }

  /** Puts bouts into a new order. The start times stay with the positions on the card, not with the bouts. */
  async setOrder(programId: string, boutIds: readonly string[], by: string): Promise<void> {
    await sql`
      with place as (
        select row_number() over (order by card_order) as place, card_order, starts_at
        from bout where program_id = ${programId}
      ), wanted as (
        select bout_id, place from unnest(${[...boutIds]}::uuid[]) with ordinality as w (bout_id, place)
      )
      update bout set card_order = place.card_order, starts_at = place.starts_at, updated_by = ${by}
      from wanted join place using (place)
      where bout.bout_id = wanted.bout_id
        and (bout.card_order, bout.starts_at) is distinct from (place.card_order, place.starts_at)`.execute(
      this.#trx,
    );
  }

  /**
   * Deletes a bout with its row in the live. The database refuses the deletion while rows of fans refer to the bout.
   */
  async deleteBout(boutId: string): Promise<void> {
    await sql`delete from match_live where bout_id = ${boutId}`.execute(this.#trx);
    await sql`delete from bout where bout_id = ${boutId}`.execute(this.#trx);
  }

  /** Renumbers the bouts of a card after a deletion. */
  async closeGaps(programId: string): Promise<void> {
    await sql`
      update bout set card_order = place.place
      from (
        select bout_id, row_number() over (order by card_order)::int as place from bout where program_id = ${programId}
      ) as place
      where place.bout_id = bout.bout_id and bout.card_order <> place.place`.execute(this.#trx);
  }

  /**
   * Deletes an event with its live and its photo. The database refuses the deletion while rows of fans refer to the
   * event.
   */
  async deleteEvent(programId: string): Promise<void> {
    const ofLives = sql`(select program_live_id from program_live where program_id = ${programId})`;
    await sql`
      with gone as (delete from photo where program_id = ${programId} returning original_folder, shown)
      insert into dropped_photo_folder (folder)
      select original_folder from gone
      union select regexp_replace(shown ->> 'path', '.*/', '') from gone where shown is not null
      on conflict (folder) do update set dropped_at = now()`.execute(this.#trx);
    await sql`delete from match_live where program_live_id in ${ofLives}`.execute(this.#trx);
    await sql`delete from match_live_stream where program_live_id in ${ofLives}`.execute(this.#trx);
    await sql`delete from program_live where program_id = ${programId}`.execute(this.#trx);
    await sql`delete from bout where program_id = ${programId}`.execute(this.#trx);
    await sql`delete from program where program_id = ${programId}`.execute(this.#trx);
  }
}
