import type { MemberId, ProgramLiveId } from '@sangwian/contract/ids';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../schema/database.ts';

interface PrunedLines {
  readonly programLiveId: ProgramLiveId;
  readonly memberIds: readonly MemberId[];
  /** The newest lines of the chat, which stay. */
  readonly kept: number;
}

/**
 * Deletes the old lines of some members in a chat. A pinned line and reported lines stay. The numbers of the other lines
 * do not change.
 */
export async function pruneLines(
  db: Kysely<Database>,
  { programLiveId, memberIds, kept }: PrunedLines,
): Promise<void> {
  await sql`
    delete from chat_message as line using chat_room as room
    where room.program_live_id = ${programLiveId}::uuid and line.program_live_id = room.program_live_id
      and line.seq <= room.last_seq - ${kept}::integer
      and line.member_id = any(${[...memberIds]}::uuid[])
      and line.chat_message_id is distinct from room.pin_message_id
      and not exists (select from chat_case where chat_case.chat_message_id = line.chat_message_id)
  `.execute(db);
}
