import type { ChatMessage } from '@sangwian/contract/endpoints/live';
import type { ErrorCode } from '@sangwian/contract/errors/codes';
import type { ProgramLiveId } from '@sangwian/contract/ids';
import { LIMITS } from '@sangwian/contract/limits';
import type { Kysely } from 'kysely';
import type { Database } from '../../database/database.ts';
import { type ChatRow, ChatWriter, type NewLine, presentLine } from './chat.store.ts';

export type LineOutcome =
  | { readonly ok: true; readonly message: ChatMessage; readonly added: boolean }
  | { readonly ok: false; readonly code: ErrorCode };

/** The same line by the same member in the same live: a repeat of what is there. Anything else is a taken id. */
const isRepeat = (row: ChatRow, programLiveId: ProgramLiveId, line: NewLine): boolean =>
  row.member_id === line.memberId &&
  row.program_live_id === programLiveId &&
  row.text === line.text;

/**
 * Adds lines of different members and ids to a live's chat, in one transaction. A line's `seq` follows the one before
 * without a gap, also when several nodes add at once: they wait for each other on the room's row.
 *
 * @returns what became of each line, in the order given: added, there before, `chat_slow_mode`, or `chat_failed` where
 *   its id stands for something else
 */
export function addChatLines(
  db: Kysely<Database>,
  programLiveId: ProgramLiveId,
  lines: readonly NewLine[],
  now: Date,
): Promise<LineOutcome[]> {
  return db.transaction().execute(async (trx) => {
    const writer = new ChatWriter(trx);
    const lastSeq = await writer.lockRoom(programLiveId);
    const known = await writer.findByIds(lines.map((line) => line.chatMessageId));
    const knownById = new Map(known.map((row) => [row.chat_message_id, row]));
    const fresh = lines.filter((line) => !knownById.has(line.chatMessageId));
    const paced = await writer.takePace(
      fresh.map((line) => line.memberId),
      now,
      new Date(now.getTime() - LIMITS.chatSlowModeMs),
    );
    const accepted = fresh.filter((line) => paced.has(line.memberId));
    const added =
      accepted.length === 0 ? [] : await writer.addLines(programLiveId, accepted, lastSeq, now);
    const addedById = new Map(added.map((row) => [row.chat_message_id, row]));
    return lines.map((line): LineOutcome => {
      const mine = addedById.get(line.chatMessageId);
      if (mine !== undefined) return { ok: true, message: presentLine(mine), added: true };
      const before = knownById.get(line.chatMessageId);
      if (before === undefined) return { ok: false, code: 'chat_slow_mode' };
      return isRepeat(before, programLiveId, line)
        ? { ok: true, message: presentLine(before), added: false }
        : { ok: false, code: 'chat_failed' };
    });
  });
}
