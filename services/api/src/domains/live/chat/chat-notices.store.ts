import type { MemberId, ProgramLiveId } from '@sangwian/contract/ids';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../schema/database.ts';

/** A line that answers another line, or that could mention a member. */
export interface AddressedLine {
  readonly seq: number;
  readonly chat_message_id: string;
  readonly member_id: string;
  readonly text: string;
  /** The author of the answered line. */
  readonly answered_id: string | null;
}

/** Reads the lines of a chat that are about other members, and how far their notices have been written. */
export class ChatNoticesStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** Finds the range of lines whose notices have not been written; `undefined` before the first line. */
  findRange(programLiveId: ProgramLiveId) {
    return this.#db
      .selectFrom('chat_room')
      .select(['noticed_seq', 'last_seq'])
      .where('program_live_id', '=', programLiveId)
      .executeTakeFirst();
  }

  /**
   * Finds the addressed lines after `after` up to `upTo`, the earliest first. Locks them until the transaction ends, so
   * that a concurrent removal also finds their notices.
   */
  async lockAddressed(
    programLiveId: ProgramLiveId,
    {
      after,
      upTo,
      limit,
    }: { readonly after: number; readonly upTo: number; readonly limit: number },
  ): Promise<AddressedLine[]> {
    const { rows } = await sql<AddressedLine>`
      select line.seq, line.chat_message_id, line.member_id, line.text, (
        select answered.member_id from chat_message answered
        where answered.program_live_id = line.program_live_id and answered.seq = line.reply_seq
      ) as answered_id
      from chat_message line
      where line.program_live_id = ${programLiveId} and line.seq > ${after} and line.seq <= ${upTo}
        and line.removed_at is null and (line.reply_seq is not null or strpos(line.text, '@') > 0)
      order by line.seq limit ${limit} for share of line`.execute(this.#db);
    return rows;
  }

  /** Finds the names of the authors of the lines after `after`, the latest author first. */
  async findAuthors(programLiveId: ProgramLiveId, after: number) {
    const { rows } = await sql<{ member_id: string; member_name: string }>`
      select member_id, member_name from chat_message
      where program_live_id = ${programLiveId} and seq > ${after} and removed_at is null
      group by member_id, member_name order by max(seq) desc`.execute(this.#db);
    return rows;
  }

  /** Finds the pairs of a member and an author whom the member has blocked, as `<member> <author>`. */
  async findBlocked(memberIds: readonly string[], authorIds: readonly string[]) {
    const { rows } = await sql<{ pair: string }>`
      select member_id || ' ' || blocked_member_id as pair from chat_block
      where member_id = any(${[...memberIds]}::uuid[])
        and blocked_member_id = any(${[...authorIds]}::uuid[])`.execute(this.#db);
    return new Set(rows.map((row) => row.pair));
  }

  /** Counts the notices of this chat that each of these members has. */
  async countNotices(programLiveId: ProgramLiveId, memberIds: readonly string[]) {
    const { rows } = await sql<{ member_id: string; notices: number }>`
      select member_id, count(*)::int as notices from notice
      where member_id = any(${[...memberIds]}::uuid[]) and about ->> 'kind' = 'chat'
        and about ->> 'program_live_id' = ${programLiveId}
      group by member_id`.execute(this.#db);
    return new Map(rows.map((row) => [row.member_id, row.notices]));
  }

  /** Records that the notices of all lines up to `seq` are written. */
  async setNoticed(programLiveId: ProgramLiveId, seq: number): Promise<void> {
    await this.#db
      .updateTable('chat_room')
      .set({ noticed_seq: seq })
      .where('program_live_id', '=', programLiveId)
      .where('noticed_seq', '<', seq)
      .execute();
  }
}

/** Deletes the notices of removed lines. @returns the members who had them */
export async function deleteNoticesOf(
  trx: Kysely<Database>,
  chatMessageIds: readonly string[],
): Promise<MemberId[]> {
  if (chatMessageIds.length === 0) return [];
  const { rows } = await sql<{ member_id: MemberId }>`
    delete from notice where about ->> 'chat_message_id' = any(${[...chatMessageIds]}::text[])
    returning member_id`.execute(trx);
  return [...new Set(rows.map((row) => row.member_id))];
}
