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

/** Returns whether a line repeats a stored one. Another line with the same id is a conflict. */
const isRepeat = (row: ChatRow, programLiveId: ProgramLiveId, line: NewLine): boolean =>
  row.member_id === line.memberId &&
  row.program_live_id === programLiveId &&
  row.text === line.text;

/** Checks time-outs and slow mode of new lines. @returns the refusal by line; `null` for a line that may be added */
async function checkLines(
  writer: ChatWriter,
  timeouts: ReadonlyMap<string, Date>,
  lines: readonly NewLine[],
  slowMs: number,
  now: Date,
): Promise<ReadonlyMap<NewLine, ApiError | null>> {
  const refusals = new Map<NewLine, ApiError | null>();
  const limited: NewLine[] = [];
  for (const line of lines) {
    const until = timeouts.get(line.memberId);
    if (until !== undefined) refusals.set(line, timeoutRefusal(until, now));
    else if (line.paced) limited.push(line);
    else refusals.set(line, null);
  }
  if (limited.length === 0) return refusals;
  const ids = limited.map((line) => line.memberId);
  const paced = await writer.takePace(ids, now, new Date(now.getTime() - slowMs));
  const late = limited.filter((line) => !paced.has(line.memberId));
  const lastSent =
    late.length === 0 ? new Map() : await writer.findPace(late.map((line) => line.memberId));
  for (const line of limited) {
    const last = lastSent.get(line.memberId);
    const free = new Date((last ?? now).getTime() + slowMs);
    refusals.set(line, paced.has(line.memberId) ? null : slowRefusal(secondsUntil(free, now)));
  }
  return refusals;
}

/**
 * Adds lines to a live's chat in one transaction. Members and ids must be distinct. `seq` has no gaps even across nodes,
 * because the row of the room is locked.
 *
 * @returns the outcome of each line, in order: added, stored before, or refused with `chat_timed_out`, `chat_slow_mode`,
 *   or `chat_failed` if its id belongs to another line
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
    const refusals = await checkLines(writer, timeouts, fresh, room.slow_mode_s * 1000, now);
    const accepted = fresh.filter((line) => refusals.get(line) === null);
    const added =
      accepted.length === 0
        ? []
        : await writer.addLines(programLiveId, accepted, room.last_seq, now);
    const addedById = new Map(added.map((row) => [row.chat_message_id, row]));
    return lines.map((line): LineOutcome => {
      const addedRow = addedById.get(line.chatMessageId);
      if (addedRow !== undefined) return { ok: true, message: presentLine(addedRow), added: true };
      const refusal = refusals.get(line);
      if (refusal instanceof ApiError) return { ok: false, refusal };
      const before = knownById.get(line.chatMessageId);
      return before !== undefined && isRepeat(before, programLiveId, line)
        ? { ok: true, message: presentLine(before), added: false }
        : { ok: false, refusal: new ApiError('chat_failed') };
    });
  });
}
