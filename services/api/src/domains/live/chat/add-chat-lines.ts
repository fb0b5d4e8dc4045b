import type { ChatMessage } from '@sangwian/contract/endpoints/live';
import type { ProgramLiveId } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Kysely } from 'kysely';
import type { Database } from '../../../schema/database.ts';
import { type ChatRow, ChatWriter, type NewLine, presentLine } from './chat.store.ts';
import { secondsUntil, slowRefusal, timeoutRefusal } from './chat-rules.ts';
import { ModerationStore } from './moderation.store.ts';

export type LineOutcome =
  | { readonly ok: true; readonly message: ChatMessage; readonly added: boolean }
  | { readonly ok: false; readonly refusal: ApiError };

/** The same line by the same member in the same live: a repeat of what is there. Anything else is a taken id. */
const isRepeat = (row: ChatRow, programLiveId: ProgramLiveId, line: NewLine): boolean =>
  row.member_id === line.memberId &&
  row.program_live_id === programLiveId &&
  row.text === line.text;

/** Which of these lines may stand now, and why the others may not, by line. Those that may have taken their turn. */
async function judgeLines(
  writer: ChatWriter,
  timeouts: ReadonlyMap<string, Date>,
  lines: readonly NewLine[],
  slowMs: number,
  now: Date,
): Promise<ReadonlyMap<NewLine, ApiError | null>> {
  const judged = new Map<NewLine, ApiError | null>();
  const asked: NewLine[] = [];
  for (const line of lines) {
    const until = timeouts.get(line.memberId);
    if (until !== undefined) judged.set(line, timeoutRefusal(until, now));
    else if (line.paced) asked.push(line);
    else judged.set(line, null);
  }
  if (asked.length === 0) return judged;
  const ids = asked.map((line) => line.memberId);
  const paced = await writer.takePace(ids, now, new Date(now.getTime() - slowMs));
  const late = asked.filter((line) => !paced.has(line.memberId));
  const lastSent =
    late.length === 0 ? new Map() : await writer.findPace(late.map((line) => line.memberId));
  for (const line of asked) {
    const last = lastSent.get(line.memberId);
    const free = new Date((last ?? now).getTime() + slowMs);
    judged.set(line, paced.has(line.memberId) ? null : slowRefusal(secondsUntil(free, now)));
  }
  return judged;
}

/**
 * Adds lines of different members and ids to a live's chat, in one transaction. A line's `seq` follows the one before
 * without a gap, also when several nodes add at once: they wait for each other on the room's row.
 *
 * @returns what became of each line, in the order given: added, there before, or refused with `chat_timed_out`,
 *   `chat_slow_mode`, or `chat_failed` where its id stands for something else
 */
export function addChatLines(
  db: Kysely<Database>,
  programLiveId: ProgramLiveId,
  lines: readonly NewLine[],
  now: Date,
): Promise<LineOutcome[]> {
  return db.transaction().execute(async (trx) => {
    const writer = new ChatWriter(trx);
    const room = await writer.lockRoom(programLiveId);
    const known = await writer.findByIds(lines.map((line) => line.chatMessageId));
    const knownById = new Map(known.map((row) => [row.chat_message_id, row]));
    const fresh = lines.filter((line) => !knownById.has(line.chatMessageId));
    const timeouts = await new ModerationStore(trx).findTimeouts(
      programLiveId,
      fresh.map((line) => line.memberId),
      now,
    );
    const judged = await judgeLines(writer, timeouts, fresh, room.slow_mode_s * 1000, now);
    const accepted = fresh.filter((line) => judged.get(line) === null);
    const added =
      accepted.length === 0
        ? []
        : await writer.addLines(programLiveId, accepted, room.last_seq, now);
    const addedById = new Map(added.map((row) => [row.chat_message_id, row]));
    return lines.map((line): LineOutcome => {
      const mine = addedById.get(line.chatMessageId);
      if (mine !== undefined) return { ok: true, message: presentLine(mine), added: true };
      const refusal = judged.get(line);
      if (refusal instanceof ApiError) return { ok: false, refusal };
      const before = knownById.get(line.chatMessageId);
      return before !== undefined && isRepeat(before, programLiveId, line)
        ? { ok: true, message: presentLine(before), added: false }
        : { ok: false, refusal: new ApiError('chat_failed') };
    });
  });
}
