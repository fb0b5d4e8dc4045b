import type { ChatMessage } from '@sangwian/contract/endpoints/live';
import type { ChatMessageId, MemberId, ProgramLiveId } from '@sangwian/contract/ids';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../../database/database.ts';

const COLUMNS = [
  'chat_message_id',
  'program_live_id',
  'seq',
  'member_id',
  'member_name',
  'member_avatar',
  'text',
  'sent_at',
] as const;

export interface ChatRow {
  readonly chat_message_id: string;
  readonly program_live_id: string;
  readonly seq: number;
  readonly member_id: string;
  readonly member_name: string;
  readonly member_avatar: string | null;
  readonly text: string;
  readonly sent_at: Date;
}

/** A line on its way into the chat. */
export interface NewLine {
  readonly chatMessageId: ChatMessageId;
  readonly memberId: MemberId;
  readonly memberName: string;
  readonly memberAvatar: string | null;
  readonly text: string;
}

export const presentLine = (row: ChatRow): ChatMessage => ({
  chat_message_id: row.chat_message_id as ChatMessageId,
  seq: row.seq,
  member_id: row.member_id as MemberId,
  member_name: row.member_name,
  member_avatar: row.member_avatar,
  text: row.text,
  sent_at: row.sent_at.toISOString(),
});

export class ChatReader {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** The newest lines, oldest of them first. */
  async findLast(programLiveId: ProgramLiveId, limit: number): Promise<ChatRow[]> {
    const rows = await this.#db
      .selectFrom('chat_message')
      .select(COLUMNS)
      .where('program_live_id', '=', programLiveId)
      .orderBy('seq', 'desc')
      .limit(limit)
      .execute();
    return rows.reverse();
  }

  findAfter(programLiveId: ProgramLiveId, seq: number, limit: number): Promise<ChatRow[]> {
    return this.#db
      .selectFrom('chat_message')
      .select(COLUMNS)
      .where('program_live_id', '=', programLiveId)
      .where('seq', '>', seq)
      .orderBy('seq')
      .limit(limit)
      .execute();
  }

  findForExport(memberId: MemberId, limit: number) {
    return this.#db
      .selectFrom('chat_message')
      .select(['program_live_id', 'seq', 'text', 'sent_at'])
      .where('member_id', '=', memberId)
      .orderBy('sent_at', 'desc')
      .limit(limit)
      .execute();
  }

  /** The `seq` of the newest line; 0 before the first. */
  async findLastSeq(programLiveId: ProgramLiveId): Promise<number> {
    const row = await this.#db
      .selectFrom('chat_room')
      .select('last_seq')
      .where('program_live_id', '=', programLiveId)
      .executeTakeFirst();
    return row?.last_seq ?? 0;
  }
}

/** Takes name and face off a deleted member's lines. */
export async function forgetSender(db: Kysely<Database>, memberId: MemberId): Promise<void> {
  await db
    .updateTable('chat_message')
    .set({ member_name: '', member_avatar: null })
    .where('member_id', '=', memberId)
    .where('member_name', '<>', '')
    .execute();
}

/** Adds lines to one live's chat. It cannot be made outside a transaction. */
export class ChatWriter {
  readonly #trx: Transaction<Database>;

  constructor(trx: Transaction<Database>) {
    this.#trx = trx;
  }

  /** The room's newest `seq`, and nobody else adds lines until the transaction ends. */
  async lockRoom(programLiveId: ProgramLiveId): Promise<number> {
    const row = await this.#trx
      .insertInto('chat_room')
      .values({ program_live_id: programLiveId, last_seq: 0 })
      .onConflict((conflict) =>
        conflict
          .column('program_live_id')
          .doUpdateSet((eb) => ({ last_seq: eb.ref('chat_room.last_seq') })),
      )
      .returning('last_seq')
      .executeTakeFirstOrThrow();
    return row.last_seq;
  }

  findByIds(chatMessageIds: readonly ChatMessageId[]): Promise<ChatRow[]> {
    return this.#trx
      .selectFrom('chat_message')
      .select(COLUMNS)
      .where('chat_message_id', '=', sql<string>`any(${[...chatMessageIds]}::uuid[])`)
      .execute();
  }

  /** Counts a line for each of these members, and says for whom that was not too soon after the last. */
  async takePace(memberIds: readonly MemberId[], now: Date, notSince: Date): Promise<Set<string>> {
    // In the order of ids, so that rooms that share members cannot lock each other out.
    const { rows } = await sql<{ member_id: string }>`
      insert into chat_pace (member_id, last_sent_at)
      select member_id, ${now}::timestamptz from unnest(${[...memberIds]}::uuid[]) as asked (member_id)
      order by member_id
      on conflict (member_id) do update set last_sent_at = excluded.last_sent_at
        where chat_pace.last_sent_at <= ${notSince}
      returning member_id
    `.execute(this.#trx);
    return new Set(rows.map((row) => row.member_id));
  }

  async addLines(
    programLiveId: ProgramLiveId,
    lines: readonly NewLine[],
    lastSeq: number,
    now: Date,
  ): Promise<ChatRow[]> {
    const rows = lines.map((line, index) => ({
      program_live_id: programLiveId,
      seq: lastSeq + index + 1,
      chat_message_id: line.chatMessageId,
      member_id: line.memberId,
      member_name: line.memberName,
      member_avatar: line.memberAvatar,
      text: line.text,
      sent_at: now,
    }));
    await this.#trx.insertInto('chat_message').values(rows).execute();
    await this.#trx
      .updateTable('chat_room')
      .set({ last_seq: lastSeq + rows.length })
      .where('program_live_id', '=', programLiveId)
      .execute();
    return rows;
  }
}
