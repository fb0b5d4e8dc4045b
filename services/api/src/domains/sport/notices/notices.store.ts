import type { Bilingual, MatchResult } from '@sangwian/contract/endpoints/live';
import type { NoticeAbout } from '@sangwian/contract/endpoints/notices';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../schema/database.ts';

export interface NoticeRow {
  readonly notice_id: string;
  readonly about: NoticeAbout;
  readonly created_at: Date;
  readonly read_at: Date | null;
  /** Whether the member chose to see results. */
  readonly shows_results: boolean;
  /** The current result, for a notice of a result. */
  readonly winner: MatchResult['winner'] | null;
  readonly method: MatchResult['method'] | null;
  readonly result_round: number | null;
  /** The title of the live, for a notice of the chat. */
  readonly live_title: Bilingual | null;
  /** The message, for a notice of the chat; `null` if it is gone. */
  readonly member_name: string | null;
  readonly text: string | null;
}

/** Reads notices and marks them as read. `platform/notices` writes them. */
export class NoticesStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** Returns a member's notices before `before`, the latest first. */
  async findPage(
    memberId: string,
    { before, limit }: { readonly before: string | null; readonly limit: number },
  ): Promise<NoticeRow[]> {
    const { rows } = await sql<NoticeRow>`
      select notice_id, about, notice.created_at, read_at, shows_results, winner, method, result_round,
        line.member_name, line.text, case when program.program_id is not null
          then jsonb_build_object('th', program.title_th, 'en', program.title_en) end as live_title
      from notice
      join member on member.member_id = notice.member_id
      left join bout on about ->> 'kind' = 'result' and bout.bout_id = (about ->> 'match_id')::uuid
      left join program_live on about ->> 'kind' = 'chat'
        and program_live.program_live_id = (about ->> 'program_live_id')::uuid
      left join program on program.program_id = program_live.program_id
      left join chat_message line on line.program_live_id = program_live.program_live_id
        and line.chat_message_id = (about ->> 'chat_message_id')::uuid and line.removed_at is null
      where notice.member_id = ${memberId}
        and (${before}::uuid is null or notice_id < ${before}::uuid)
      order by notice_id desc limit ${limit}`.execute(this.#db);
    return rows;
  }

  /** Counts a member's unread notices, up to `max`. */
  async countUnread(memberId: string, max: number): Promise<number> {
    const { rows } = await sql<{ unread: number }>`
      select count(*)::int as unread
      from (select from notice where member_id = ${memberId} and read_at is null limit ${max}) as unread
    `.execute(this.#db);
    return rows[0]?.unread ?? 0;
  }

  /** Marks a notice and all earlier ones as read. @returns whether any was unread */
  async markRead(memberId: string, upTo: string, now: Date): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('notice')
      .set({ read_at: now })
      .where('member_id', '=', memberId)
      .where('notice_id', '<=', upTo)
      .where('read_at', 'is', null)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /** Deletes notices from before `before`. @returns how many */
  async deleteBefore(before: Date, limit: number): Promise<number> {
    const { numAffectedRows } = await sql`
      delete from notice where notice_id in (
        select notice_id from notice where created_at < ${before} order by created_at limit ${limit}
      )`.execute(this.#db);
    return Number(numAffectedRows ?? 0n);
  }

  async forgetMember(memberId: string): Promise<void> {
    await this.#db.deleteFrom('notice').where('member_id', '=', memberId).execute();
  }
}
