import type { ProgramLiveId } from '@sangwian/contract/ids';
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { Database } from '../../../schema/database.ts';
import type { Span } from './outage-rules.ts';
import type { OutageTables } from './outages.tables.ts';

export type RefundRow = Selectable<OutageTables['outage_refund']>;

/** A live that members paid for, with its start and end. */
export interface PaidLive {
  readonly program_live_id: ProgramLiveId;
  readonly title_th: string;
  readonly title_en: string;
  readonly began_at: Date;
  readonly ended_at: Date;
}

export interface AffectedRow {
  readonly member_id: string;
  readonly name: string;
  readonly via: 'coins' | 'code' | 'partner';
  readonly coins: number;
  readonly missed_ms: number;
  readonly is_refunded: boolean;
}

/** A member whose coins have not been transferred yet. */
interface UnpaidRow {
  readonly member_id: string;
  readonly coins: number;
  readonly is_refunded: boolean;
  readonly title_th: string;
  readonly title_en: string;
}

const paidLives = sql`
  select live.program_live_id, program.title_th, program.title_en, live.ended_at,
    coalesce((
      select min(act.created_at) from show_action act
      where act.program_live_id = live.program_live_id and act.action = 'live-start'
    ), live.starts_at) as began_at
  from program_live live join program using (program_id)
  where live.status = 'ended' and live.cancelled_at is null
    and exists (select from live_unlock where live_unlock.program_live_id = live.program_live_id)
`;

const times = (dates: readonly Date[]) =>
  sql`${dates.map((date) => date.toISOString())}::timestamptz[]`;

/** Reads when lives had video and who watched, and writes refunds. */
export class OutageStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /**
   * Finds lives that ended since `since` and that members unlocked, newest first. Cancelled lives are left
   * out, because they are refunded completely.
   */
  async findEnded(since: Date, limit: number): Promise<PaidLive[]> {
    const { rows } = await sql<PaidLive>`
      ${paidLives} and live.ended_at >= ${since} order by live.ended_at desc limit ${limit}
    `.execute(this.#db);
    return rows;
  }

  async findLive(programLiveId: ProgramLiveId): Promise<PaidLive | undefined> {
    const { rows } = await sql<PaidLive>`
      ${paidLives} and live.program_live_id = ${programLiveId}
    `.execute(this.#db);
    return rows[0];
  }

  /** Locks an ended live, which serializes the orders of its refund. */
  async lockLive(programLiveId: ProgramLiveId): Promise<void> {
    await sql`
      select from program_live where program_live_id = ${programLiveId} for no key update
    `.execute(this.#db);
  }

  /** Finds the time ranges in which any channel of a live had video. The list is empty if nothing was measured. */
  async findPictures({ program_live_id: id, began_at, ended_at }: PaidLive): Promise<Span[]> {
    const { rows } = await sql<{ began_at: Date; ended_at: Date }>`
      select picture_period.began_at, picture_period.ended_at from picture_period
      where channel_id in (select channel_id from match_live_stream where program_live_id = ${id})
        and picture_period.ended_at >= ${began_at} and picture_period.began_at <= ${ended_at}
      order by began_at
    `.execute(this.#db);
    return rows.map((row) => ({ fromMs: row.began_at.getTime(), toMs: row.ended_at.getTime() }));
  }

  /**
   * Finds the members with an unlock who watched during the gaps, the most affected first. Watch sessions of
   * replays do not count, because they are later than every gap.
   */
  async findAffected(
    { program_live_id: id, began_at }: PaidLive,
    gaps: readonly Span[],
  ): Promise<AffectedRow[]> {
    const from = times(gaps.map(({ fromMs }) => new Date(fromMs)));
    const to = times(gaps.map(({ toMs }) => new Date(toMs)));
    const { rows } = await sql<AffectedRow>`
      select member_id, trim(first_name || ' ' || last_name) as name, via, paid_coins as coins,
        missed.ms::int as missed_ms, refunded_at is not null as is_refunded
      from live_unlock join member using (member_id)
      cross join lateral (
        select coalesce(sum(extract(epoch from
          least(gap.until, watched.until) - greatest(gap.since, watched.since)) * 1000), 0) as ms
        from (
          select started_at as since, 'infinity'::timestamptz as until from watch_session
          where program_live_id = ${id} and watch_session.member_id = live_unlock.member_id
          union all
          select started_at, ended_at from ended_watch_session
          where program_live_id = ${id} and ended_watch_session.member_id = live_unlock.member_id
            and watch_session_id >= first_uuid_of((${began_at}::timestamptz - interval '1 day') at time zone 'UTC')
        ) watched
        join unnest(${from}, ${to}) gap (since, until)
          on gap.since < watched.until and gap.until > watched.since
      ) missed
      where live_unlock.program_live_id = ${id} and missed.ms >= 1
      order by missed.ms desc, member_id
    `.execute(this.#db);
    return rows;
  }

  async findRefunds(programLiveIds: readonly string[]): Promise<(RefundRow & { done: number })[]> {
    const { rows } = await sql<RefundRow & { done: number }>`
      select outage_refund.*, (
        select count(*)::int from outage_refund_member paid
        where paid.program_live_id = outage_refund.program_live_id and paid.refunded_at is not null
      ) as done
      from outage_refund where program_live_id = any(${[...programLiveIds]}::uuid[])
    `.execute(this.#db);
    return rows;
  }

  async addRefund(
    refund: Omit<RefundRow, 'finished_at'>,
    members: readonly { member_id: string; paid_coins: number; missed_ms: number }[],
  ): Promise<void> {
    const { program_live_id } = refund;
    await this.#db
      .insertInto('outage_refund')
      .values({ ...refund, measured: JSON.stringify(refund.measured) })
      .execute();
    await sql`
      insert into outage_refund_member (program_live_id, member_id, paid_coins, missed_ms)
      select ${program_live_id}::uuid, member_id, paid_coins, missed_ms
      from jsonb_to_recordset(${JSON.stringify(members)}::jsonb)
        as one (member_id uuid, paid_coins bigint, missed_ms int)
    `.execute(this.#db);
  }

  async findUnfinished(limit: number): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('outage_refund')
      .select('program_live_id')
      .where('finished_at', 'is', null)
      .orderBy('created_at')
      .limit(limit)
      .execute();
    return rows.map((row) => row.program_live_id);
  }

  /** Deletes the measurements of lives that can no longer be refunded. */
  async removePictures(before: Date): Promise<void> {
    await this.#db.deleteFrom('picture_period').where('ended_at', '<', before).execute();
  }
}

/** Writes the refunds of members. Must run in a transaction. */
export class OutageWriter {
  readonly #trx: Transaction<Database>;

  constructor(trx: Transaction<Database>) {
    this.#trx = trx;
  }

  /**
   * Locks the next members who are not paid yet, and their unlocks. Skips rows that other transactions have
   * locked.
   */
  async lockNext(programLiveId: string, limit: number): Promise<UnpaidRow[]> {
    const { rows } = await sql<UnpaidRow>`
      select owed.member_id, owed.paid_coins as coins, live_unlock.refunded_at is not null as is_refunded,
        title_th, title_en
      from outage_refund_member owed
      join live_unlock using (program_live_id, member_id)
      join program_live using (program_live_id)
      join program using (program_id)
      where owed.program_live_id = ${programLiveId} and owed.refunded_at is null
      order by owed.member_id limit ${limit} for update of owed, live_unlock skip locked
    `.execute(this.#trx);
    return rows;
  }

  async markPaid(programLiveId: string, memberIds: readonly string[], now: Date): Promise<void> {
    await this.#trx
      .updateTable('outage_refund_member')
      .set({ refunded_at: now })
      .where('program_live_id', '=', programLiveId)
      .where('member_id', '=', sql<string>`any(${[...memberIds]}::uuid[])`)
      .execute();
  }

  /** Finishes a refund once every member is paid. @returns whether this call finished it */
  async finish(programLiveId: string, now: Date): Promise<boolean> {
    const { numUpdatedRows } = await this.#trx
      .updateTable('outage_refund')
      .set({ finished_at: now })
      .where('program_live_id', '=', programLiveId)
      .where('finished_at', 'is', null)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('outage_refund_member')
              .select('member_id')
              .where('program_live_id', '=', programLiveId)
              .where('refunded_at', 'is', null),
          ),
        ),
      )
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  }
}
