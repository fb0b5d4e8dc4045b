import type { OperatorAppeal } from '@sangwian/contract/endpoints/operator/chat';
import type { MemberId, ProgramLiveId } from '@sangwian/contract/ids';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../../../schema/database.ts';

/** A running time-out. Its member, scope and end identify it. */
export interface RunningTimeout {
  readonly memberId: MemberId;
  readonly programLiveId: ProgramLiveId | null;
  readonly until: Date;
}

interface AppealRow {
  readonly chat_appeal_id: string;
  readonly member_id: string;
  readonly member_name: string;
  readonly program_live_id: string | null;
  readonly until: Date;
  readonly text: string;
  readonly created_at: Date;
  readonly timed_out_by: string | null;
  readonly timed_out_at: Date | null;
  readonly timed_out_reason: string | null;
}

const present = (row: AppealRow): OperatorAppeal => ({
  chat_appeal_id: row.chat_appeal_id,
  member_id: row.member_id as MemberId,
  member_name: row.member_name,
  program_live_id: row.program_live_id as ProgramLiveId | null,
  until: row.until.toISOString(),
  text: row.text,
  created_at: row.created_at.toISOString(),
  timeout:
    row.timed_out_at === null
      ? null
      : {
          by: row.timed_out_by ?? '',
          at: row.timed_out_at.toISOString(),
          reason: row.timed_out_reason ?? '',
        },
});

/** Reads and writes appeals against time-outs. */
export class AppealsStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** Finds the time-out that keeps a member from sending in a live longest. */
  async findTimeout(
    memberId: MemberId,
    programLiveId: ProgramLiveId,
    now: Date,
  ): Promise<RunningTimeout | null> {
    const row = await this.#db
      .selectFrom('chat_timeout')
      .select(['program_live_id', 'until'])
      .where('member_id', '=', memberId)
      .where((eb) =>
        eb.or([eb('program_live_id', '=', programLiveId), eb('program_live_id', 'is', null)]),
      )
      .where('until', '>', now)
      .orderBy('until', 'desc')
      .executeTakeFirst();
    if (row === undefined) return null;
    return {
      memberId,
      programLiveId: row.program_live_id as ProgramLiveId | null,
      until: row.until,
    };
  }

  find({ memberId, programLiveId, until }: RunningTimeout) {
    return this.#db
      .selectFrom('chat_appeal')
      .select(['state', 'reason'])
      .where('member_id', '=', memberId)
      .where('program_live_id', 'is not distinct from', programLiveId)
      .where('until', '=', until)
      .executeTakeFirst();
  }

  /** @returns false if the time-out has an appeal */
  async add(timeout: RunningTimeout, text: string, now: Date): Promise<boolean> {
    const { numInsertedOrUpdatedRows } = await this.#db
      .insertInto('chat_appeal')
      .values({
        member_id: timeout.memberId,
        program_live_id: timeout.programLiveId,
        until: timeout.until,
        text,
        created_at: now,
      })
      .onConflict((conflict) => conflict.constraint('chat_appeal_once_key').doNothing())
      .executeTakeFirst();
    return numInsertedOrUpdatedRows === 1n;
  }

  /** Reads open appeals against running time-outs after `after`, the oldest first. */
  async findOpen(after: string | null, now: Date, limit: number): Promise<OperatorAppeal[]> {
    const { rows } = await sql<AppealRow>`
      select appeal.*, member.first_name as member_name, given.created_by as timed_out_by,
        given.created_at as timed_out_at, given.reason as timed_out_reason
      from chat_appeal as appeal
      join member on member.member_id = appeal.member_id
      left join lateral (
        select created_by, created_at, reason from chat_action
        where member_id = appeal.member_id and action = 'timeout'
          and (details ->> 'until')::timestamptz = appeal.until
        order by chat_action_id desc limit 1
      ) as given on true
      where appeal.state = 'open' and appeal.until > ${now}
        and (${after}::uuid is null or appeal.chat_appeal_id > ${after}::uuid)
      order by appeal.chat_appeal_id limit ${limit}`.execute(this.#db);
    return rows.map(present);
  }

  findState(appealId: string) {
    return this.#db
      .selectFrom('chat_appeal')
      .select(['state', 'decided_by'])
      .where('chat_appeal_id', '=', appealId)
      .executeTakeFirst();
  }

  /** Decides an open appeal. @returns `undefined` if it is missing or decided */
  decide(
    trx: Transaction<Database>,
    appealId: string,
    decided: {
      readonly granted: boolean;
      readonly reason: string;
      readonly actor: string;
      readonly now: Date;
    },
  ) {
    return trx
      .updateTable('chat_appeal')
      .set({
        state: decided.granted ? 'granted' : 'refused',
        reason: decided.reason,
        decided_by: decided.actor,
        decided_at: decided.now,
      })
      .where('chat_appeal_id', '=', appealId)
      .where('state', '=', 'open')
      .returning(['member_id', 'program_live_id'])
      .executeTakeFirst();
  }

  /** Reads a member's appeals for the data export. */
  findForExport(memberId: MemberId, limit: number) {
    return this.#db
      .selectFrom('chat_appeal')
      .select(['program_live_id', 'until', 'text', 'state', 'created_at', 'reason'])
      .where('member_id', '=', memberId)
      .orderBy('chat_appeal_id', 'desc')
      .limit(limit)
      .execute();
  }

  /** Erases the texts of a deleted member's appeals. */
  async forget(memberId: MemberId): Promise<void> {
    await this.#db
      .updateTable('chat_appeal')
      .set({ text: '' })
      .where('member_id', '=', memberId)
      .execute();
  }
}
