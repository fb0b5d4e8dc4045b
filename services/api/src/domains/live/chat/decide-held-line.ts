import type { ReportReason } from '@sangwian/contract/endpoints/chat-safety';
import type { ChatMessageId, MemberId, ProgramLiveId } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Transaction } from 'kysely';
import type { Database } from '../../../schema/database.ts';
import { queueNotices } from './announce-lines.ts';
import { ChatWriter, presentLine } from './chat.store.ts';
import { findReplied } from './chat-replies.store.ts';
import { type HeldDecision, HeldLinesStore, type HeldRow } from './held-lines.store.ts';
import type { ModerateDeps } from './moderate-chat.ts';
import { type ChatAuditNote, ModerationStore } from './moderation.store.ts';

/**
 * Adds an allowed line at the end of the chat. The line gets the time of the decision, so that every page can
 * still receive it.
 */
async function addAllowed(trx: Transaction<Database>, row: HeldRow, now: Date) {
  const programLiveId = row.program_live_id as ProgramLiveId;
  const writer = new ChatWriter(trx);
  const room = await writer.lockRoom(programLiveId);
  const chatMessageId = row.chat_held_line_id as ChatMessageId;
  // The line may already be in the chat: the sender may have retried after the word was removed from the
  // list.
  const [known] = await writer.findByIds(programLiveId, [chatMessageId]);
  if (known !== undefined) return [];
  // An answer to a line that was removed meanwhile becomes a plain line.
  const reply =
    row.reply_seq === null
      ? undefined
      : await findReplied(trx, programLiveId, { seq: row.reply_seq });
  const line = {
    chatMessageId,
    memberId: row.member_id as MemberId,
    memberName: row.member_name,
    memberAvatar: row.member_avatar,
    memberRole: row.member_role,
    paced: false,
    hasLink: false,
    text: row.text,
    reply: reply ?? null,
  };
  const added = await writer.addLines(programLiveId, [line], room.last_seq, now);
  await queueNotices(trx, programLiveId, added, now);
  return added;
}

/** Returns the error for a line that cannot be decided. The first decision wins, and the error names it. */
async function refusalOf(deps: ModerateDeps, id: ChatMessageId): Promise<ApiError> {
  const row = await new HeldLinesStore(deps.db).find(id);
  if (row === undefined) return new ApiError('chat_held_not_found');
  const state = row.state === 'held' ? 'expired' : row.state;
  return new ApiError('chat_held_decided', {
    details: [
      { path: 'state', message: state },
      { path: 'by', message: row.decided_by ?? '' },
    ],
  });
}

async function decide(
  deps: ModerateDeps,
  id: ChatMessageId,
  decision: HeldDecision,
  note: ChatAuditNote,
): Promise<HeldRow> {
  const { now } = decision;
  const decided = await deps.db.transaction().execute(async (trx) => {
    const row = await new HeldLinesStore(trx).decide(trx, id, decision);
    if (row === undefined) return undefined;
    await new ModerationStore(trx).log(trx, {
      note,
      programLiveId: row.program_live_id as ProgramLiveId,
      memberId: row.member_id as MemberId,
      action: decision.state === 'allowed' ? 'allow_held' : 'remove_held',
      details: { chat_message_id: id, text: row.text, word: row.word },
      now,
    });
    return { row, added: decision.state === 'allowed' ? await addAllowed(trx, row, now) : [] };
  });
  if (decided === undefined) throw await refusalOf(deps, id);
  const { row, added } = decided;
  const programLiveId = row.program_live_id as ProgramLiveId;
  if (added.length > 0) {
    deps.bus.publish('chat:sent', { programLiveId, messages: added.map(presentLine) });
  }
  deps.bus.publish('chat:held', {
    memberId: row.member_id as MemberId,
    programLiveId,
    chatMessageId: id,
    state: decision.state,
    reason: decision.reason,
  });
  deps.bus.publish('staff:changed', { topic: 'chat' });
  return row;
}

/**
 * Allows a held line, which then appears at the end of the chat.
 *
 * @throws {ApiError} `chat_held_not_found`; `chat_held_decided` with state and actor
 */
export const allowHeldLine = (
  deps: ModerateDeps,
  id: ChatMessageId,
  note: ChatAuditNote,
): Promise<HeldRow> =>
  decide(deps, id, { state: 'allowed', reason: null, actor: note.actor, now: deps.clock() }, note);

/**
 * Removes a held line and sends its author the reason.
 *
 * @throws {ApiError} `chat_held_not_found`; `chat_held_decided` with state and actor
 */
export const removeHeldLine = (
  deps: ModerateDeps,
  id: ChatMessageId,
  reason: ReportReason,
  note: ChatAuditNote,
): Promise<HeldRow> =>
  decide(deps, id, { state: 'removed', reason, actor: note.actor, now: deps.clock() }, note);

/** Expires the lines that were not decided in time, and notifies their authors. */
export async function expireHeldLines({ db, bus, clock }: ModerateDeps): Promise<void> {
  const expired = await new HeldLinesStore(db).expire(clock());
  for (const row of expired) {
    bus.publish('chat:held', {
      memberId: row.member_id as MemberId,
      programLiveId: row.program_live_id as ProgramLiveId,
      chatMessageId: row.chat_held_line_id as ChatMessageId,
      state: 'expired',
      reason: null,
    });
  }
  if (expired.length > 0) bus.publish('staff:changed', { topic: 'chat' });
}
