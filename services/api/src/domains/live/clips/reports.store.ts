import type { ReportReason } from '@sangwian/contract/endpoints/chat-safety';
import type { MemberId } from '@sangwian/contract/ids';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../schema/database.ts';

/** The undecided reports of a clip. */
export interface OpenReports {
  readonly clip_id: string;
  readonly reports: number;
  readonly reasons: Record<string, number>;
  readonly notes: string[];
}

export interface NewClipReport {
  readonly clipId: string;
  readonly memberId: MemberId;
  readonly reason: ReportReason;
  readonly note: string;
  readonly now: Date;
}

const NOTES_MAX = 20;

/** Reads and writes reports of clips. */
export class ClipReportsStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** @returns false if this member has already reported the clip */
  async add({ clipId, memberId, reason, note, now }: NewClipReport): Promise<boolean> {
    const { numInsertedOrUpdatedRows } = await this.#db
      .insertInto('clip_report')
      .values({ clip_id: clipId, member_id: memberId, reason, note, created_at: now })
      .onConflict((conflict) => conflict.constraint('clip_report_once_key').doNothing())
      .executeTakeFirst();
    return numInsertedOrUpdatedRows === 1n;
  }

  async countSince(memberId: MemberId, since: Date): Promise<number> {
    const { reports } = await this.#db
      .selectFrom('clip_report')
      .select((eb) => eb.fn.countAll<string>().as('reports'))
      .where('member_id', '=', memberId)
      .where('created_at', '>', since)
      .executeTakeFirstOrThrow();
    return Number(reports);
  }

  async findOpen(clipIds: readonly string[]): Promise<ReadonlyMap<string, OpenReports>> {
    const { rows } = await sql<OpenReports>`
      select clip_id, sum(reports)::int as reports, jsonb_object_agg(reason, reports) as reasons,
        (select coalesce(array_agg(note), '{}') from (
          select note from clip_report as written
          where written.clip_id = counted.clip_id and decided_at is null and note <> ''
          order by created_at desc limit ${NOTES_MAX}
        ) as newest) as notes
      from (
        select clip_id, reason, count(*)::int as reports from clip_report
        where clip_id = any(${[...clipIds]}::uuid[]) and decided_at is null
        group by clip_id, reason
      ) as counted
      group by clip_id
    `.execute(this.#db);
    return new Map(rows.map((row) => [row.clip_id, row]));
  }

  /** Closes the open reports of a clip. @returns their number */
  async decide(clipId: string, now: Date): Promise<number> {
    const { numUpdatedRows } = await this.#db
      .updateTable('clip_report')
      .set({ decided_at: now })
      .where('clip_id', '=', clipId)
      .where('decided_at', 'is', null)
      .executeTakeFirst();
    return Number(numUpdatedRows);
  }

  /** Detaches a deleted member from the member's reports and erases their notes. */
  async forgetReporter(memberId: MemberId): Promise<void> {
    await this.#db
      .updateTable('clip_report')
      .set({ member_id: null, note: '' })
      .where('member_id', '=', memberId)
      .execute();
  }

  /** Reads a member's reports for the data export. */
  findForExport(memberId: MemberId, limit: number) {
    return this.#db
      .selectFrom('clip_report')
      .select(['clip_id', 'reason', 'note', 'created_at'])
      .where('member_id', '=', memberId)
      .orderBy('created_at', 'desc')
      .limit(limit)
      .execute();
  }
}
