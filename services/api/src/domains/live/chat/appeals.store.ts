import type { ReportReason } from '@sangwian/contract/endpoints/chat-safety';
import type { OperatorAppeal } from '@sangwian/contract/endpoints/operator/chat';
import type { ChatMessageId, MemberId, ProgramLiveId } from '@sangwian/contract/ids';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../../../schema/database.ts';

/** A running time-out. Its member, scope and end identify it. */
export interface RunningTimeout {
  readonly memberId: MemberId;
  readonly programLiveId: ProgramLiveId | null;
  readonly until: Date;
  readonly chatMessageId: null;
  readonly because: ReportReason;
}

/** A removed line, for its author. */
export interface RemovedOwnLine {
  readonly memberId: MemberId;
  readonly programLiveId: ProgramLiveId;
  readonly until: null;
  readonly chatMessageId: ChatMessageId;
  readonly because: ReportReason;
}

interface AppealRow {
  readonly chat_appeal_id: string;
  readonly member_id: string;
  readonly member_name: string;
  readonly program_live_id: string | null;
  readonly until: Date | null;
  readonly chat_message_id: string | null;
  readonly line_text: string | null;
  readonly text: string;
  readonly created_at: Date;
  readonly sanctioned_by: string | null;
  readonly sanctioned_at: Date | null;
  readonly sanction_reason: string | null;
}

const present = (row: AppealRow): OperatorAppeal => ({
  chat_appeal_id: row.chat_appeal_id,
  member_id: row.member_id as MemberId,
  member_name: row.member_name,
  program_live_id: row.program_live_id as ProgramLiveId | null,
  until: row.until?.toISOString() ?? null,
  message:
    row.chat_message_id === null
      ? null
      : { chat_message_id: row.chat_message_id as ChatMessageId, text: row.line_text ?? '' },
  text: row.text,
  created_at: row.created_at.toISOString(),
  sanction:
    row.sanctioned_at === null
      ? null
      : {
          by: row.sanctioned_by ?? '',
          at: row.sanctioned_at.toISOString(),
          reason: row.sanction_reason ?? '',
        },
});

/** Reads and writes appeals against time-outs and removed lines. */
export class AppealsStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** Finds the time-out with the latest end among those that apply to a member in a live. */
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
    const action = await sql<{ because: ReportReason | null }>`
      select details ->> 'because' as because from chat_action
      where member_id = ${memberId} and action = 'timeout'
        and (details ->> 'until')::timestamptz = ${row.until}
      order by chat_action_id desc limit 1`.execute(this.#db);
    return {
      memberId,
      programLiveId: row.program_live_id as ProgramLiveId | null,
      until: row.until,
      chatMessageId: null,
      because: action.rows[0]?.because ?? 'other',
    };
  }

  /** Finds a removed line of a member with its reason. */
  async findRemovedLine(
    memberId: MemberId,
    chatMessageId: ChatMessageId,
  ): Promise<RemovedOwnLine | null> {
    const { rows } = await sql<{ program_live_id: string; because: ReportReason | null }>`
      select line.program_live_id, removal.details ->> 'because' as because
      from chat_message as line
      left join lateral (
        select details from chat_action
        where member_id = line.member_id and created_at = line.removed_at
          and action in ('remove', 'remove_all')
        order by chat_action_id desc limit 1
      ) as removal on true
      where line.chat_message_id = ${chatMessageId} and line.member_id = ${memberId}
        and line.removed_at is not null`.execute(this.#db);
    const [row] = rows;
    if (row === undefined) return null;
    return {
      memberId,
      programLiveId: row.program_live_id as ProgramLiveId,
      until: null,
      chatMessageId,
      because: row.because ?? 'other',
    };
  }

  find({ memberId, programLiveId, until, chatMessageId }: RunningTimeout | RemovedOwnLine) {
    return this.#db
      .selectFrom('chat_appeal')
      .select(['state', 'reason'])
      .where('member_id', '=', memberId)
      .where('program_live_id', 'is not distinct from', programLiveId)
      .where('until', 'is not distinct from', until)
      .where('chat_message_id', 'is not distinct from', chatMessageId)
      .executeTakeFirst();
  }

  /** @returns false if the time-out or the line has an appeal */
  async add(sanction: RunningTimeout | RemovedOwnLine, text: string, now: Date): Promise<boolean> {
    const { numInsertedOrUpdatedRows } = await this.#db
      .insertInto('chat_appeal')
      .values({
        member_id: sanction.memberId,
        program_live_id: sanction.programLiveId,
        until: sanction.until,
        chat_message_id: sanction.chatMessageId,
        text,
        created_at: now,
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    return numInsertedOrUpdatedRows === 1n;
  }

  /** Reads the open appeals after `after` against running time-outs and removed lines, oldest first. */
  async findOpen(after: string | null, now: Date, limit: number): Promise<OperatorAppeal[]> {
    const { rows } = await sql<AppealRow>`
      select appeal.*, member.first_name as member_name, line.text as line_text,
        action.created_by as sanctioned_by, action.created_at as sanctioned_at, action.reason as sanction_reason
      from chat_appeal as appeal
      join member on member.member_id = appeal.member_id
      left join chat_message as line on line.chat_message_id = appeal.chat_message_id
        and line.program_live_id = appeal.program_live_id
      left join lateral (
        select created_by, created_at, reason from chat_action
        where member_id = appeal.member_id and case when appeal.until is null
          then action in ('remove', 'remove_all') and created_at = line.removed_at
          else action = 'timeout' and (details ->> 'until')::timestamptz = appeal.until
        end
        order by chat_action_id desc limit 1
      ) as action on true
      where appeal.state = 'open' and (appeal.until is null or appeal.until > ${now})
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
      .returning(['member_id', 'program_live_id', 'chat_message_id', 'until'])
      .executeTakeFirst();
  }

  /** Reads a member's appeals for the data export. */
  findForExport(memberId: MemberId, limit: number) {
    return this.#db
      .selectFrom('chat_appeal')
      .select([
        'program_live_id',
        'until',
        'chat_message_id',
        'text',
        'state',
        'created_at',
        'reason',
      ])
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
