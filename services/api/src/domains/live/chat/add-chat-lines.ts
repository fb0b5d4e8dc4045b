import type { ChatMessage } from '@sangwian/contract/endpoints/live';
import type { ProgramLiveId } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../../../schema/database.ts';
import { queueNotices } from './announce-lines.ts';
import {
  type ChatRow,
  ChatWriter,
  type NewLine,
  presentLine,
  presentShield,
  type RoomRow,
} from './chat.store.ts';
import { newcomerRefusal, secondsUntil, slowRefusal, timeoutRefusal } from './chat-rules.ts';
import { ModerationStore } from './moderation.store.ts';

export type LineOutcome =
  | { readonly ok: true; readonly message: ChatMessage; readonly added: boolean }
  | { readonly ok: false; readonly refusal: ApiError };

/** Returns whether a line is a retry of the stored line. A different line with the same id is a conflict. */
const isRepeat = (row: ChatRow, programLiveId: ProgramLiveId, line: NewLine): boolean =>
  row.member_id === line.memberId &&
  row.program_live_id === programLiveId &&
  row.text === line.text;

/** The limits of a chat at one moment. */
interface RoomLimits {
  readonly slowMs: number;
  /** Shield mode's minimum time on the site; `null` while it is off. */
  readonly memberMinutes: number | null;
}

function limitsOf(room: RoomRow, now: Date): RoomLimits {
  const shield = presentShield(room, now);
  return {
    slowMs: Math.max(room.slow_mode_s, shield?.slow_mode_s ?? 0) * 1000,
    memberMinutes: shield?.member_minutes ?? null,
  };
}

/** Returns the senders who joined the site too recently for shield mode. */
async function findNewcomers(
  writer: ChatWriter,
  lines: readonly NewLine[],
  { memberMinutes }: RoomLimits,
  now: Date,
): Promise<ReadonlySet<string>> {
  if (memberMinutes === null || lines.length === 0) return new Set();
  return writer.findNewcomers(
    lines.map((line) => line.memberId),
    new Date(now.getTime() - memberMinutes * 60_000),
  );
}

/**
 * Checks new lines against time-outs, shield mode and slow mode, and records the senders' times for slow
 * mode.
 *
 * @returns the refusal by line; `null` for a line that may be added
 */
export async function checkLines(
  trx: Transaction<Database>,
  programLiveId: ProgramLiveId,
  lines: readonly NewLine[],
  room: RoomRow,
  now: Date,
): Promise<ReadonlyMap<NewLine, ApiError | null>> {
  const writer = new ChatWriter(trx);
  const limits = limitsOf(room, now);
  const memberIds = lines.map((line) => line.memberId);
  const timeouts = await new ModerationStore(trx).findTimeouts(programLiveId, memberIds, now);
  const limited = lines.filter((line) => line.paced);
  const newcomers = await findNewcomers(writer, limited, limits, now);
  const refusals = new Map<NewLine, ApiError | null>();
  const paceable: NewLine[] = [];
  for (const line of lines) {
    const until = timeouts.get(line.memberId);
    if (until !== undefined) refusals.set(line, timeoutRefusal(until, now));
    else if (line.hasLink && limits.memberMinutes !== null)
      refusals.set(line, new ApiError('chat_link'));
    else if (newcomers.has(line.memberId))
      refusals.set(line, newcomerRefusal(limits.memberMinutes ?? 0));
    else if (line.paced) paceable.push(line);
    else refusals.set(line, null);
  }
  await checkPace(writer, paceable, limits.slowMs, now, refusals);
  return refusals;
}

/** Adds to `refusals` the lines that come too soon after their sender's last line. */
async function checkPace(
  writer: ChatWriter,
  lines: readonly NewLine[],
  slowMs: number,
  now: Date,
  refusals: Map<NewLine, ApiError | null>,
): Promise<void> {
  if (lines.length === 0) return;
  const ids = lines.map((line) => line.memberId);
  const paced = await writer.takePace(ids, now, new Date(now.getTime() - slowMs));
  const late = lines.filter((line) => !paced.has(line.memberId));
  const lastSent =
    late.length === 0 ? new Map() : await writer.findPace(late.map((line) => line.memberId));
  for (const line of lines) {
    const last = lastSent.get(line.memberId);
    const free = new Date((last ?? now).getTime() + slowMs);
    refusals.set(line, paced.has(line.memberId) ? null : slowRefusal(secondsUntil(free, now)));
  }
}

/**
 * Adds lines to a live's chat in one transaction. Their members and ids must be distinct. The row of the room is
 * locked, so that `seq` has no gaps even across nodes.
 *
 * @returns the outcome of each line, in order: added, already stored, or refused with `chat_timed_out`,
 *   `chat_slow_mode`, `chat_shielded`, `chat_link`, or `chat_failed` if its id belongs to another line
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
    const known = await writer.findByIds(
      programLiveId,
      lines.map((line) => line.chatMessageId),
    );
    const knownById = new Map(known.map((row) => [row.chat_message_id, row]));
    const fresh = lines.filter((line) => !knownById.has(line.chatMessageId));
    const refusals = await checkLines(trx, programLiveId, fresh, room, now);
    const accepted = fresh.filter((line) => refusals.get(line) === null);
    const added =
      accepted.length === 0
        ? []
        : await writer.addLines(programLiveId, accepted, room.last_seq, now);
    await queueNotices(trx, programLiveId, added, now);
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
