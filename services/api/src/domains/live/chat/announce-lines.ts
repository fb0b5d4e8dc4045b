import type { ChatMessageId, MemberId, ProgramLiveId } from '@sangwian/contract/ids';
import { mentions } from '@sangwian/contract/rules/mentions';
import type { Kysely, Transaction } from 'kysely';
import type { Bus } from '../../../platform/bus/bus.ts';
import { addJob } from '../../../platform/jobs/task.ts';
import { addNotices, type NewNotice } from '../../../platform/notices/add-notices.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Database } from '../../../schema/database.ts';
import { findWatching } from '../watch/watch.module.ts';
import type { ChatRow } from './chat.store.ts';
import { type AddressedLine, ChatNoticesStore } from './chat-notices.store.ts';

export const CHAT_NOTICES_TASK = 'chat_notices';

/** A chat has at most one job in this time, however many lines it has. */
const PAUSE_MS = 2_000;
/** Addressed lines per transaction. */
const LINES_MAX = 200;
/** Members who wrote one of this many latest lines can be mentioned. */
const RECENT_LINES_MAX = 1_000;
/** Members whom one line can mention. More would call a crowd, and a first name can be that of many. */
const MENTIONED_MAX = 3;
/** Notices that one member gets from the chat of one live. Each author causes at most one of them. */
const NOTICES_MAX = 20;

export interface AnnounceLinesDeps {
  readonly db: Kysely<Database>;
  readonly bus: Bus;
  readonly clock: Clock;
}

const isAddressed = ({ reply, text, member_id }: ChatRow): boolean =>
  (reply !== null && reply.member_id !== member_id) || text.includes('@');

/** Adds the job that writes the notices of new lines, if one of them answers a line or could mention a member. */
export async function queueNotices(
  trx: Transaction<Database>,
  programLiveId: ProgramLiveId,
  lines: readonly ChatRow[],
  now: Date,
): Promise<void> {
  if (!lines.some(isAddressed)) return;
  const slot = Math.floor(now.getTime() / PAUSE_MS) + 1;
  await addJob(trx, CHAT_NOTICES_TASK, {
    payload: { program_live_id: programLiveId },
    key: `${CHAT_NOTICES_TASK}:${programLiveId}:${slot}`,
    runAt: new Date(slot * PAUSE_MS),
  });
}

/** A member whom a line answers or mentions. */
interface Address {
  readonly memberId: string;
  readonly reason: 'reply' | 'mention';
  readonly line: AddressedLine;
}

/** Returns whom each line addresses: first the answered member, then mentioned ones. */
function addressesOf(
  lines: readonly AddressedLine[],
  authors: readonly { readonly member_id: string; readonly member_name: string }[],
): Address[] {
  return lines.flatMap((line) => {
    const { text, answered_id: answered } = line;
    const mentioned = text.includes('@')
      ? authors.filter(({ member_name: name }) => mentions(text, name)).slice(0, MENTIONED_MAX)
      : [];
    const addresses: Address[] = [
      ...(answered === null ? [] : [{ memberId: answered, reason: 'reply' as const, line }]),
      ...mentioned.map(({ member_id }) => ({
        memberId: member_id,
        reason: 'mention' as const,
        line,
      })),
    ];
    return addresses.filter(({ memberId }) => memberId !== line.member_id);
  });
}

/** Returns the notices of addresses that neither a block, nor the picture, nor the limit prevents. */
async function noticesOf(
  trx: Transaction<Database>,
  programLiveId: ProgramLiveId,
  addresses: readonly Address[],
): Promise<NewNotice[]> {
  const store = new ChatNoticesStore(trx);
  const memberIds = [...new Set(addresses.map(({ memberId }) => memberId))];
  const authorIds = [...new Set(addresses.map(({ line }) => line.member_id))];
  const watching = await findWatching(trx, programLiveId, memberIds);
  const blocked = await store.findBlocked(memberIds, authorIds);
  const counts = await store.countNotices(programLiveId, memberIds);
  const notices = new Map<string, NewNotice>();
  for (const { memberId, reason, line } of addresses) {
    const count = counts.get(memberId) ?? 0;
    const pair = `${memberId} ${line.member_id}`;
    if (watching.has(memberId) || blocked.has(pair) || notices.has(pair)) continue;
    if (count >= NOTICES_MAX) continue;
    counts.set(memberId, count + 1);
    notices.set(pair, {
      memberId: memberId as MemberId,
      key: `chat:${programLiveId}:${line.member_id}`,
      about: {
        kind: 'chat',
        reason,
        chat_message_id: line.chat_message_id as ChatMessageId,
        program_live_id: programLiveId,
        // Read when the notice is shown, because the line can still be removed and its author deleted.
        title: null,
        member_name: null,
        text: null,
      },
    });
  }
  return [...notices.values()];
}

/**
 * Writes the notices of a chat's new lines for the members whom they answer or mention, in chunks. A member who watches
 * the live, or has blocked the author, gets none. Idempotent: a member has one notice of each author and live, so a job
 * that is repeated after a crash adds only the missing ones.
 */
export async function announceLines(
  { db, bus, clock }: AnnounceLinesDeps,
  programLiveId: ProgramLiveId,
): Promise<void> {
  const range = await new ChatNoticesStore(db).findRange(programLiveId);
  if (range === undefined) return;
  const { last_seq: upTo } = range;
  for (let after = range.noticed_seq; after < upTo; ) {
    const written = await db.transaction().execute(async (trx) => {
      const store = new ChatNoticesStore(trx);
      const lines = await store.lockAddressed(programLiveId, { after, upTo, limit: LINES_MAX });
      const isMentioning = lines.some(({ text }) => text.includes('@'));
      const authors = isMentioning
        ? await store.findAuthors(programLiveId, after - RECENT_LINES_MAX)
        : [];
      const notices = await noticesOf(trx, programLiveId, addressesOf(lines, authors));
      await addNotices(trx, clock(), notices);
      // Last, because it locks the row that new lines need.
      const last = lines.length < LINES_MAX ? upTo : (lines.at(-1)?.seq ?? upTo);
      await store.setNoticed(programLiveId, last);
      return { last, memberIds: notices.map(({ memberId }) => memberId) };
    });
    const memberIds = [...new Set(written.memberIds)];
    if (memberIds.length > 0) bus.publish('notices:changed', { memberIds });
    after = written.last;
  }
}
