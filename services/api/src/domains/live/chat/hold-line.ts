import type { ProgramLiveId } from '@sangwian/contract/ids';
import { LIMITS } from '@sangwian/contract/limits';
import { ApiError } from '@sangwian/node-kit/api-error';
import { checkLines } from './add-chat-lines.ts';
import { ChatWriter, type NewLine } from './chat.store.ts';
import { HeldLinesStore, type HeldRow } from './held-lines.store.ts';
import type { ModerateDeps } from './moderate-chat.ts';

/** Returns whether a line is a retry of the held line. A different line with the same id is a conflict. */
const isRepeat = (row: HeldRow, programLiveId: ProgramLiveId, line: NewLine): boolean =>
  row.member_id === line.memberId &&
  row.program_live_id === programLiveId &&
  row.text === line.text;

/**
 * Holds a line with a watched word for review, and throws `chat_held`. Returns normally only if the same line was
 * held earlier and a moderator has allowed it.
 *
 * @throws {ApiError} `chat_held` if the line waits; `chat_held_limit_reached`; `chat_failed` if the line was
 *   removed, or its id belongs to another line; `chat_timed_out`, `chat_slow_mode` and `chat_shielded` as for any
 *   line
 */
export async function holdLine(
  { db, bus, clock }: ModerateDeps,
  programLiveId: ProgramLiveId,
  line: NewLine,
  word: string,
): Promise<void> {
  const now = clock();
  const isAllowed = await db.transaction().execute(async (trx) => {
    // Locked first, so that a retry finds the line that was held before.
    const room = await new ChatWriter(trx).lockRoom(programLiveId);
    const store = new HeldLinesStore(trx);
    const known = await store.find(line.chatMessageId);
    if (known !== undefined) {
      if (!isRepeat(known, programLiveId, line)) throw new ApiError('chat_failed');
      if (known.state === 'held') return false;
      if (known.state === 'allowed') return true;
      throw new ApiError('chat_failed');
    }
    const waiting = await store.countWaiting(programLiveId, line.memberId, now);
    if (waiting >= LIMITS.chatHeldPerMemberMax) throw new ApiError('chat_held_limit_reached');
    const refusal = (await checkLines(trx, programLiveId, [line], room, now)).get(line);
    if (refusal instanceof ApiError) throw refusal;
    await store.add(trx, programLiveId, line, word, now);
    return false;
  });
  if (isAllowed) return;
  bus.publish('staff:changed', { topic: 'chat' });
  throw new ApiError('chat_held');
}
