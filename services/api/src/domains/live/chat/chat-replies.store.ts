import type { ChatReply } from '@sangwian/contract/endpoints/live';
import type { ChatMessageId, MemberId, ProgramLiveId } from '@sangwian/contract/ids';
import { LIMITS } from '@sangwian/contract/limits';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../schema/database.ts';

/** The line that another line answers. */
export interface RepliedRow {
  readonly seq: number;
  readonly chat_message_id: string;
  readonly member_id: string;
  readonly member_name: string;
  readonly text: string;
  readonly removed_at: Date | null;
}

const REPLIED_COLUMNS = [
  'seq',
  'chat_message_id',
  'member_id',
  'member_name',
  'text',
  'removed_at',
] as const;

/** Returns the beginning of a text, without splitting a surrogate pair. */
export const excerptOf = (text: string): string =>
  text.length <= LIMITS.chatReplyUnitsMax
    ? text
    : `${[...text.slice(0, LIMITS.chatReplyUnitsMax - 1).toWellFormed()].slice(0, -1).join('')}…`;

export const presentReply = (row: RepliedRow): ChatReply => ({
  chat_message_id: row.chat_message_id as ChatMessageId,
  member_id: row.member_id as MemberId,
  member_name: row.member_name,
  text: row.removed_at === null ? excerptOf(row.text) : '',
});

/** Finds the line of this live that a new line answers; `undefined` if it is missing or removed. */
export function findReplied(
  db: Kysely<Database>,
  programLiveId: ProgramLiveId,
  by: { readonly chatMessageId: ChatMessageId } | { readonly seq: number },
): Promise<RepliedRow | undefined> {
  return db
    .selectFrom('chat_message')
    .select(REPLIED_COLUMNS)
    .where('program_live_id', '=', programLiveId)
    .where((line) =>
      'seq' in by ? line('seq', '=', by.seq) : line('chat_message_id', '=', by.chatMessageId),
    )
    .where('removed_at', 'is', null)
    .executeTakeFirst();
}

/** Adds to each line of a live the line that it answers. Reads nothing if no line is an answer. */
export async function withReplies<Row extends { readonly reply_seq: number | null }>(
  db: Kysely<Database>,
  programLiveId: ProgramLiveId,
  rows: readonly Row[],
): Promise<(Row & { readonly reply: RepliedRow | null })[]> {
  const seqs = [...new Set(rows.flatMap(({ reply_seq: seq }) => seq ?? []))];
  const replied =
    seqs.length === 0
      ? []
      : await db
          .selectFrom('chat_message')
          .select(REPLIED_COLUMNS)
          .where('program_live_id', '=', programLiveId)
          .where('seq', '=', sql<number>`any(${seqs}::integer[])`)
          .execute();
  const bySeq = new Map(replied.map((row) => [row.seq, row]));
  return rows.map((row) => ({
    ...row,
    reply: row.reply_seq === null ? null : (bySeq.get(row.reply_seq) ?? null),
  }));
}
