import type { ReminderLead } from '@sangwian/contract/endpoints/reminders';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../schema/database.ts';
import type { LiveStatusValue, WinnerValue } from '../../live/lives/lives.tables.ts';
import type { ReminderKind } from './reminder-rules.ts';

/** The current state of a card or bout. */
export interface TargetRow {
  readonly program_id: string;
  readonly bout_id: string | null;
  readonly starts_at: Date;
  readonly program_live_id: string | null;
  readonly live_status: LiveStatusValue | null;
  readonly live_cancelled: boolean;
  readonly bouts: number;
  readonly bouts_decided: number;
  readonly bouts_cancelled: number;
  readonly winner: WinnerValue | null;
  readonly match_status: LiveStatusValue | null;
  readonly title_th: string;
  readonly title_en: string;
  readonly stadium_th: string;
  readonly stadium_en: string;
  readonly red_th: string | null;
  readonly red_en: string | null;
  readonly blue_th: string | null;
  readonly blue_en: string | null;
}

/** A card or bout with the state about which members were last notified. */
export interface PlannedTargetRow extends TargetRow {
  readonly reminder_target_id: string;
  readonly told_starts_at: Date;
  readonly told_cancelled: boolean;
  /** The kinds of messages that members wait for. */
  readonly waiting: readonly ReminderKind[];
}

export interface ReminderRow {
  readonly program_id: string;
  readonly bout_id: string | null;
  readonly leads: ReminderLead[];
}

const COLUMNS = sql`
  program.program_id, bout.bout_id, coalesce(bout.starts_at, program.starts_at) as starts_at,
  live.program_live_id, live.status as live_status,
  coalesce(live.cancelled_at is not null, false) as live_cancelled,
  coalesce(tally.bouts, 0) as bouts, coalesce(tally.decided, 0) as bouts_decided,
  coalesce(tally.cancelled, 0) as bouts_cancelled,
  bout.winner, match_live.status as match_status, title_th, title_en,
  stadium.name_th as stadium_th, stadium.name_en as stadium_en,
  red.name_th as red_th, red.name_en as red_en, blue.name_th as blue_th, blue.name_en as blue_en`;

/** The joins after `program` and an optional `bout`. */
const JOINS = sql`
  join stadium using (stadium_id)
  left join fighter red on red.fighter_id = bout.red_fighter_id
  left join fighter blue on blue.fighter_id = bout.blue_fighter_id
  left join lateral (
    select * from program_live where program_live.program_id = program.program_id
    order by cancelled_at is not null, starts_at, program_live_id limit 1
  ) live on true
  left join lateral (
    select count(*)::int as bouts, count(winner)::int as decided,
      (count(*) filter (where winner = 'none'))::int as cancelled
    from bout as of_card where of_card.program_id = program.program_id
  ) tally on true
  left join match_live on match_live.bout_id = bout.bout_id and match_live.replaced_at is null
    and match_live.program_live_id = live.program_live_id`;

/** Reads and writes reminders. Also reads the schedule, which the lives module owns. */
export class RemindersStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async findTarget(programId: string, boutId: string | null): Promise<TargetRow | undefined> {
    const { rows } = await sql<TargetRow>`
      select ${COLUMNS} from program
      left join bout on bout.program_id = program.program_id and bout.bout_id = ${boutId}::uuid
      ${JOINS}
      where program.program_id = ${programId}::uuid
        and (${boutId}::uuid is null or bout.bout_id is not null)`.execute(this.#db);
    return rows[0];
  }

  async findTargets(limit: number): Promise<PlannedTargetRow[]> {
    const { rows } = await sql<PlannedTargetRow>`
      select ${COLUMNS}, reminder_target_id, reminder_target.starts_at as told_starts_at,
        reminder_target.cancelled as told_cancelled,
        array(
          select kind from unnest(array['cancelled', 'restored', 'moved', 'day', 'hour', 'start']) as kind
          where exists (
            select from reminder_due where reminder_due.kind = kind.kind
              and reminder_due.reminder_target_id = reminder_target.reminder_target_id
          )
        ) as waiting
      from reminder_target
      join program on program.program_id = reminder_target.program_id
      left join bout on bout.bout_id = reminder_target.bout_id
      ${JOINS}
      order by reminder_target.starts_at limit ${limit}`.execute(this.#db);
    return rows;
  }

  /**
   * Finds or creates the reminder target of a card or bout, and takes a shared lock on it until the transaction ends.
   */
  async lockTargetShared(programId: string, boutId: string | null, startsAt: Date) {
    await this.#db
      .insertInto('reminder_target')
      .values({ program_id: programId, bout_id: boutId, starts_at: startsAt })
      .onConflict((conflict) => conflict.constraint('reminder_target_key').doNothing())
      .execute();
    return this.#db
      .selectFrom('reminder_target')
      .select('reminder_target_id')
      .where('program_id', '=', programId)
      .where('bout_id', boutId === null ? 'is' : '=', boutId)
      .forShare()
      .executeTakeFirst();
  }

  /** Locks a target so that its plan can be changed. @returns the state about which members were last notified */
  lockTarget(targetId: string) {
    return this.#db
      .selectFrom('reminder_target')
      .select(['starts_at', 'cancelled'])
      .where('reminder_target_id', '=', targetId)
      .forUpdate()
      .executeTakeFirst();
  }

  async updateTarget(targetId: string, startsAt: Date, cancelled: boolean): Promise<void> {
    await this.#db
      .updateTable('reminder_target')
      .set({ starts_at: startsAt, cancelled })
      .where('reminder_target_id', '=', targetId)
      .execute();
  }

  async removeTarget(targetId: string): Promise<void> {
    await this.#db
      .deleteFrom('reminder_target')
      .where('reminder_target_id', '=', targetId)
      .execute();
  }

  /** Locks the reminders of one member, so that concurrent requests cannot exceed the limit. */
  async lockMember(memberId: string): Promise<void> {
    await sql`select from member where member_id = ${memberId} for no key update`.execute(this.#db);
  }

  async countOf(memberId: string): Promise<number> {
    const { count } = await this.#db
      .selectFrom('reminder')
      .select((query) => query.fn.countAll<number>().as('count'))
      .where('member_id', '=', memberId)
      .executeTakeFirstOrThrow();
    return count;
  }

  /** Sets a reminder. @returns whether the reminder is new */
  async setReminder(targetId: string, memberId: string, leads: ReminderLead[]): Promise<boolean> {
    const { rows } = await sql<{ added: boolean }>`
      insert into reminder (reminder_target_id, member_id, leads) values (${targetId}, ${memberId}, ${leads})
      on conflict on constraint reminder_pkey do update set leads = excluded.leads
      returning xmax = 0 as added`.execute(this.#db);
    return rows[0]?.added ?? false;
  }

  async planOf(targetId: string, memberId: string, kinds: readonly ReminderKind[]): Promise<void> {
    await this.#db
      .deleteFrom('reminder_due')
      .where('reminder_target_id', '=', targetId)
      .where('member_id', '=', memberId)
      .where('kind', 'in', ['day', 'hour', 'start'])
      .execute();
    if (kinds.length === 0) return;
    await this.#db
      .insertInto('reminder_due')
      .values(kinds.map((kind) => ({ reminder_target_id: targetId, kind, member_id: memberId })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }

  async removeReminder(programId: string, boutId: string | null, memberId: string): Promise<void> {
    await sql`
      delete from reminder using reminder_target
      where reminder.reminder_target_id = reminder_target.reminder_target_id and member_id = ${memberId}
        and program_id = ${programId} and bout_id is not distinct from ${boutId}::uuid`.execute(
      this.#db,
    );
  }

  async findOf(memberId: string, limit: number): Promise<ReminderRow[]> {
    return this.#db
      .selectFrom('reminder')
      .innerJoin(
        'reminder_target',
        'reminder_target.reminder_target_id',
        'reminder.reminder_target_id',
      )
      .select(['program_id', 'bout_id', 'leads'])
      .where('member_id', '=', memberId)
      .orderBy('starts_at')
      .orderBy('reminder_target.reminder_target_id')
      .limit(limit)
      .execute();
  }

  async forgetMember(memberId: string): Promise<void> {
    await this.#db.deleteFrom('reminder').where('member_id', '=', memberId).execute();
  }

  async dropPlans(targetId: string): Promise<void> {
    await this.#db.deleteFrom('reminder_due').where('reminder_target_id', '=', targetId).execute();
  }

  /** Plans these lead times for every member who requested them, even if they were already sent. */
  async planAll(targetId: string, leads: readonly ReminderLead[]): Promise<void> {
    await sql`
      insert into reminder_due (reminder_target_id, kind, member_id)
      select reminder_target_id, lead, member_id from reminder cross join lateral unnest(leads) as lead
      where reminder_target_id = ${targetId} and lead = any(${leads}::text[])
      on conflict do nothing`.execute(this.#db);
  }

  /** Plans a message to all members with a reminder of the target. */
  async notifyAll(targetId: string, kind: ReminderKind): Promise<void> {
    await sql`
      insert into reminder_due (reminder_target_id, kind, member_id)
      select reminder_target_id, ${kind}::text, member_id from reminder where reminder_target_id = ${targetId}
      on conflict do nothing`.execute(this.#db);
  }

  /** Takes waiting members of one kind of message. Concurrent calls get different members. */
  async take(targetId: string, kind: ReminderKind, limit: number): Promise<string[]> {
    const { rows } = await sql<{ member_id: string }>`
      delete from reminder_due where (reminder_target_id, kind, member_id) in (
        select reminder_target_id, kind, member_id from reminder_due
        where reminder_target_id = ${targetId} and kind = ${kind}
        order by member_id limit ${limit} for update skip locked
      ) returning member_id`.execute(this.#db);
    return rows.map((row) => row.member_id);
  }
}
