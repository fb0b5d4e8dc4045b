import type { ReportReason } from '@sangwian/contract/endpoints/chat-safety';
import type { ChatMessageId, MemberId, ProgramLiveId } from '@sangwian/contract/ids';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../../../schema/database.ts';

/** The target of a report: a line, or a member if the line is `null`. */
export interface ReportTarget {
  readonly memberId: MemberId;
  readonly line: {
    readonly programLiveId: ProgramLiveId;
    readonly chatMessageId: ChatMessageId;
  } | null;
}

export interface NewReport {
  readonly reporterId: MemberId;
  readonly reason: ReportReason;
  readonly note: string;
  readonly now: Date;
}

/** Reads and writes reports and their cases. */
export class ReportsStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** Counts a member's reports since a time. */
  async countSince(memberId: MemberId, since: Date): Promise<number> {
    const { reports } = await this.#db
      .selectFrom('chat_report')
      .select((eb) => eb.fn.countAll<string>().as('reports'))
      .where('member_id', '=', memberId)
      .where('created_at', '>', since)
      .executeTakeFirstOrThrow();
    return Number(reports);
  }

  /** Finds or opens the target's case and locks it. @returns the id of the case */
  async lockCase(
    trx: Transaction<Database>,
    { memberId, line }: ReportTarget,
    now: Date,
  ): Promise<string> {
    // The no-op update locks and returns the row if another report has already opened the case.
    const { rows } = await sql<{ chat_case_id: string }>`
      insert into chat_case (member_id, program_live_id, chat_message_id, opened_at, reported_at)
      values (${memberId}, ${line?.programLiveId ?? null}, ${line?.chatMessageId ?? null}, ${now}, ${now})
      on conflict ${
        line === null
          ? sql`(member_id) where chat_message_id is null and state <> 'decided'`
          : sql`(chat_message_id) where chat_message_id is not null`
      }
      do update set reports = chat_case.reports
      returning chat_case_id
    `.execute(trx);
    const [row] = rows;
    if (row === undefined) throw new Error('a case was neither opened nor found');
    return row.chat_case_id;
  }

  /** Adds a report to a locked case. @returns false if this member has already reported the target */
  async add(trx: Transaction<Database>, caseId: string, report: NewReport): Promise<boolean> {
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('chat_report')
      .values({
        chat_case_id: caseId,
        member_id: report.reporterId,
        reason: report.reason,
        note: report.note,
        created_at: report.now,
      })
      .onConflict((conflict) => conflict.constraint('chat_report_once_key').doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows === 0n) return false;
    await trx
      .updateTable('chat_case')
      .set((eb) => ({
        reports: eb
          .selectFrom('chat_report')
          .select((count) => sql<number>`${count.fn.countAll()}::integer`.as('reports'))
          .where('chat_report.chat_case_id', '=', caseId),
        reported_at: report.now,
      }))
      .where('chat_case_id', '=', caseId)
      .execute();
    return true;
  }

  /** Reads the reports by a member, latest first, for the data export. */
  findForExport(memberId: MemberId, after: string | undefined, limit: number) {
    return this.#db
      .selectFrom('chat_report')
      .innerJoin('chat_case', 'chat_case.chat_case_id', 'chat_report.chat_case_id')
      .select([
        'chat_report_id',
        'chat_report.created_at',
        'reason',
        'note',
        'chat_message_id',
        'state',
        'decision',
      ])
      .where('chat_report.member_id', '=', memberId)
      .$if(after !== undefined, (query) => query.where('chat_report_id', '<', after as string))
      .orderBy('chat_report_id', 'desc')
      .limit(limit)
      .execute();
  }

  /** Detaches a deleted member from the member's reports. The cases stay. */
  async forgetReporter(memberId: MemberId): Promise<void> {
    await this.#db
      .updateTable('chat_report')
      .set({ member_id: null, note: '' })
      .where('member_id', '=', memberId)
      .execute();
  }
}
