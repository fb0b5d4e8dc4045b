import type { Corner } from '@sangwian/contract/endpoints/live';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../schema/database.ts';
import type { BoutOutcome } from '../../live/gifts/gifts.module.ts';

interface CornerCounts {
  readonly coins: number;
  readonly gifts: number;
  readonly supporters: number;
}

/** The fields of a bout that only operators see. */
export interface DeskBoutRow {
  readonly match_live_id: string;
  readonly version: number;
  readonly gifts_enabled: boolean;
  /** The round in which an ended bout ended. */
  readonly ended_round: number | null;
  readonly outcome: BoutOutcome | null;
  readonly recorded_by: string | null;
  readonly recorded_by_staff_id: string | null;
  readonly recorded_at: Date | null;
  readonly confirmed_by: string | null;
  readonly confirmed_at: Date | null;
  readonly refund_red: boolean | null;
  readonly refund_blue: boolean | null;
  readonly refunded_coins: number | null;
  readonly kept_coins: number | null;
  readonly decided_at: Date | null;
  readonly settled_at: Date | null;
  readonly red: CornerCounts;
  readonly blue: CornerCounts;
}

/** The fields of a bout that an act may change. */
export interface BoutAuditState {
  readonly status: string;
  readonly round: number | null;
  readonly resting: boolean;
  readonly gifts_enabled: boolean;
  readonly clock_stopped: boolean;
  readonly winner: string | null;
  readonly method: string | null;
  readonly result_round: number | null;
  readonly ruling: string | null;
  readonly judges: unknown;
}

export interface RefundProgress {
  readonly match_live_id: string;
  readonly coins: number;
  readonly members: number;
  readonly members_done: number;
}

/** The members and coins of a settlement are counted until this long after its end. */
const PROGRESS_SHOWN_S = 120;

/** Reads the data of a live for the operator console, with a few statements for the whole card. */
export class ShowDeskStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** Finds the live in progress, or the next one that begins before `until`, or the last one that ended after `since`. */
  async findTonight(since: Date, until: Date): Promise<string | undefined> {
    const { rows } = await sql<{ program_live_id: string }>`
      select program_live_id from program_live
      where status = 'in_progress'
        or (status = 'not_started' and starts_at between ${since} and ${until})
        or (status = 'ended' and ended_at >= ${since})
      order by case status when 'in_progress' then 0 when 'not_started' then 1 else 2 end,
        case when status = 'not_started' then starts_at end,
        coalesce(ended_at, starts_at) desc, program_live_id desc
      limit 1
    `.execute(this.#db);
    return rows[0]?.program_live_id;
  }

  /** Reads the version of the live, and the time at which an operator put the live on air. */
  async findLive(programLiveId: string) {
    const { rows } = await sql<{ version: number; program_id: string; began_at: Date | null }>`
      select revision as version, program_id, (
        select max(created_at) from show_action
        where show_action.program_live_id = program_live.program_live_id and action = 'live-start'
      ) as began_at
      from program_live where program_live_id = ${programLiveId}
    `.execute(this.#db);
    return rows[0];
  }

  async findBouts(programLiveId: string): Promise<DeskBoutRow[]> {
    const { rows } = await sql<DeskBoutRow>`
      select m.match_live_id, m.revision + b.revision as version, m.gifts_enabled,
        coalesce(r.round_number_before, ended.round) as ended_round, r.outcome, r.created_by as recorded_by, r.created_by_staff_id as recorded_by_staff_id,
        r.created_at as recorded_at, r.confirmed_by, r.confirmed_at,
        s.refund_red, s.refund_blue, s.refunded_coins, s.kept_coins, s.created_at as decided_at, s.settled_at,
        jsonb_build_object('coins', coalesce(g.red_coins, 0), 'gifts', coalesce(g.red_gifts, 0),
          'supporters', coalesce(g.red_supporters, 0)) as red,
        jsonb_build_object('coins', coalesce(g.blue_coins, 0), 'gifts', coalesce(g.blue_gifts, 0),
          'supporters', coalesce(g.blue_supporters, 0)) as blue
      from match_live m
      join bout b using (bout_id)
      left join bout_ruling r on r.match_live_id = m.match_live_id and r.withdrawn_at is null
      left join gift_settlement s on s.match_live_id = m.match_live_id
      left join lateral (
        select sum(red_coins)::bigint as red_coins, sum(red_gifts)::bigint as red_gifts,
          sum(red_supporters)::bigint as red_supporters, sum(blue_coins)::bigint as blue_coins,
          sum(blue_gifts)::bigint as blue_gifts, sum(blue_supporters)::bigint as blue_supporters
        from gift_bar where gift_bar.match_live_id = m.match_live_id
      ) g on true
      left join lateral (
        select (details->'before'->>'roundNumber')::int as round from show_action a
        where a.match_live_id = m.match_live_id and a.action = 'end'
        order by show_action_id desc limit 1
      ) ended on m.status = 'ended'
      where m.program_live_id = ${programLiveId} and m.replaced_at is null
    `.execute(this.#db);
    return rows;
  }

  /** Reads the fields of a bout that an act may change, for the audit. */
  async findAuditState(matchLiveId: string): Promise<BoutAuditState | undefined> {
    const { rows } = await sql<BoutAuditState>`
      select m.status, m.round_number as round, m.resting, m.gifts_enabled,
        m.clock_stopped_at is not null as clock_stopped, b.winner, b.method, b.result_round,
        m.ruling_state as ruling, b.judges
      from match_live m join bout b using (bout_id) where m.match_live_id = ${matchLiveId}
    `.execute(this.#db);
    return rows[0];
  }

  /** Counts the members and coins of settlements that are in progress or have just ended. */
  async findProgress(programLiveId: string, now: Date): Promise<RefundProgress[]> {
    const { rows } = await sql<RefundProgress>`
      select s.match_live_id, coalesce(sum(due.coins), 0)::bigint as coins, count(due.member_id)::int as members,
        (count(due.member_id) filter (where s.settled_at is not null or due.member_id <= s.done_to))::int
          as members_done
      from gift_settlement s
      left join lateral (
        select member_id, case when s.refund_red then red_coins else 0 end
          + case when s.refund_blue then blue_coins else 0 end as coins
        from gift_supporter g where g.match_live_id = s.match_live_id
      ) due on due.coins > 0
      where s.program_live_id = ${programLiveId}
        and (s.settled_at is null or s.settled_at > ${now}::timestamptz - make_interval(secs => ${PROGRESS_SHOWN_S}))
      group by s.match_live_id
    `.execute(this.#db);
    return rows;
  }

  findCorrections(programLiveId: string) {
    return this.#db
      .selectFrom('gift_correction')
      .select(['match_live_id', 'corner', 'refunded_members', 'refunded_coins'])
      .select(['created_at', 'finished_at'])
      .where('program_live_id', '=', programLiveId)
      .orderBy('created_at')
      .orderBy('corner')
      .execute();
  }

  /** Reads the last act on each bout of a live. Acts that switch gifts on or off are ignored. */
  async findLastActs(programLiveId: string) {
    const { rows } = await sql<{
      match_live_id: string;
      action: string;
      details: unknown;
      staff_id: string | null;
      created_at: Date;
    }>`
      select distinct on (match_live_id) match_live_id, action, details, staff_id, created_at
      from show_action
      where program_live_id = ${programLiveId} and match_live_id is not null
        and action not in ('gifts', 'draw-refunds')
      order by match_live_id, show_action_id desc
    `.execute(this.#db);
    return rows;
  }

  findActs(programLiveId: string, limit: number) {
    return this.#db
      .selectFrom('show_action')
      .select(['show_action_id', 'action', 'match_live_id', 'created_by', 'reason', 'created_at'])
      .where('program_live_id', '=', programLiveId)
      .orderBy('show_action_id', 'desc')
      .limit(limit)
      .execute();
  }

  /** Reads the newest chat lines of a live, the oldest first. */
  async findChat(programLiveId: string, limit: number) {
    const rows = await this.#db
      .selectFrom('chat_message')
      .select(['chat_message_id', 'member_name', 'text', 'removed_at', 'sent_at'])
      .where('program_live_id', '=', programLiveId)
      .orderBy('seq', 'desc')
      .limit(limit)
      .execute();
    return rows.reverse();
  }

  /** Sums the gifts of a bout by corner. A member who gave to both corners counts in each. */
  async sumGifts(matchLiveId: string, refunded: Readonly<Record<Corner, boolean>>) {
    const { rows } = await sql<{
      refund_coins: number;
      refund_members: number;
      kept_coins: number;
      kept_members: number;
    }>`
      select coalesce(sum(back), 0)::bigint as refund_coins, (count(*) filter (where back > 0))::int as refund_members,
        coalesce(sum(kept), 0)::bigint as kept_coins, (count(*) filter (where kept > 0))::int as kept_members
      from (
        select case when ${refunded.red}::boolean then red_coins else 0 end
            + case when ${refunded.blue}::boolean then blue_coins else 0 end as back,
          case when ${refunded.red}::boolean then 0 else red_coins end
            + case when ${refunded.blue}::boolean then 0 else blue_coins end as kept
        from gift_supporter where match_live_id = ${matchLiveId}
      ) as given
    `.execute(this.#db);
    return rows[0] ?? { refund_coins: 0, refund_members: 0, kept_coins: 0, kept_members: 0 };
  }

  /** Reads the predictions of a bout; `undefined` before its sheets are closed and counted. */
  findPicks(boutId: string) {
    return this.#db
      .selectFrom('predict_slot')
      .innerJoin('predict_program', 'predict_program.program_id', 'predict_slot.program_id')
      .select(['red_picks', 'draw_picks', 'blue_picks'])
      .where('bout_id', '=', boutId)
      .where('counted_at', 'is not', null)
      .executeTakeFirst();
  }
}
