import type { Bilingual } from '@sangwian/contract/endpoints/live';
import type { ChatMessageId, MemberId, ProgramLiveId } from '@sangwian/contract/ids';
import { LIMITS } from '@sangwian/contract/limits';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Kysely, Transaction } from 'kysely';
import type { Bus } from '../../../platform/bus/bus.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Database } from '../../../schema/database.ts';
import { ChatWriter } from './chat.store.ts';
import { deleteNoticesOf } from './chat-notices.store.ts';
import {
  type ChatAuditNote,
  ModerationStore,
  type NewShield,
  type RemovedLine,
  type WordKind,
} from './moderation.store.ts';
import { normalizeWord, wordProblem } from './word-rules.ts';

/** Maximum number of continuing time-outs that are published. A member has few lives open at once. */
const CONTINUED_TIMEOUTS_MAX = 20;

export interface ModerateDeps {
  readonly db: Kysely<Database>;
  readonly bus: Bus;
  readonly clock: Clock;
}

interface Removal {
  readonly lines: readonly RemovedLine[];
  /** The lives whose pinned line was removed. */
  readonly unpinned: readonly ProgramLiveId[];
  /** The members who lost a notice of a removed line. */
  readonly noticed: readonly MemberId[];
}

/** Unpins removed lines, and deletes their notices. */
async function finishRemoval(
  trx: Transaction<Database>,
  lines: readonly RemovedLine[],
): Promise<Removal> {
  const ids = lines.map((line) => line.chat_message_id);
  const unpinned = await new ModerationStore(trx).unpinRemoved(trx, ids);
  return { lines, unpinned, noticed: await deleteNoticesOf(trx, ids) };
}

/** Publishes the removed lines of each live. Only the newest are published, because pages show no older lines. */
function publishRemoved({ bus }: ModerateDeps, { lines, unpinned, noticed }: Removal): void {
  for (const [programLiveId, removed] of Map.groupBy(lines, (line) => line.program_live_id)) {
    const newest = [...removed].sort((a, b) => b.seq - a.seq).slice(0, LIMITS.chatRemovedMax);
    bus.publish('chat:removed', {
      programLiveId: programLiveId as ProgramLiveId,
      chatMessageIds: newest.map((line) => line.chat_message_id as ChatMessageId),
    });
  }
  for (const programLiveId of unpinned) bus.publish('chat:state', { programLiveId });
  if (noticed.length > 0) bus.publish('notices:changed', { memberIds: noticed });
}

/**
 * Removes a line. Idempotent.
 *
 * @throws {ApiError} `chat_line_not_found`
 */
export async function removeLine(
  deps: ModerateDeps,
  chatMessageId: ChatMessageId,
  note: ChatAuditNote,
): Promise<void> {
  const { db, clock } = deps;
  const now = clock();
  const store = new ModerationStore(db);
  if ((await store.findLine(chatMessageId)) === undefined)
    throw new ApiError('chat_line_not_found');
  const removal = await db.transaction().execute(async (trx) => {
    const removed = await store.removeLine(trx, chatMessageId, now);
    for (const line of removed) {
      await store.log(trx, {
        note,
        programLiveId: line.program_live_id as ProgramLiveId,
        memberId: line.member_id as MemberId,
        action: 'remove',
        details: { chat_message_id: chatMessageId },
        now,
      });
    }
    return finishRemoval(trx, removed);
  });
  publishRemoved(deps, removal);
}

/** Removes all lines of a member in one live, or with `null` in every live. @returns the number of lines */
export async function removeLinesByMember(
  deps: ModerateDeps,
  memberId: MemberId,
  programLiveId: ProgramLiveId | null,
  note: ChatAuditNote,
): Promise<number> {
  const { db, clock } = deps;
  const now = clock();
  const store = new ModerationStore(db);
  const removal = await db.transaction().execute(async (trx) => {
    const removed = await store.removeLinesByMember(trx, memberId, programLiveId, now);
    const details = { lines: removed.length };
    await store.log(trx, { note, programLiveId, memberId, action: 'remove_all', details, now });
    return finishRemoval(trx, removed);
  });
  publishRemoved(deps, removal);
  return removal.lines.length;
}

/** Times a member out for some minutes in one live, or with `null` in every live. */
export async function timeOut(
  { db, bus, clock }: ModerateDeps,
  { memberId, programLiveId, minutes }: TimeOut,
  note: ChatAuditNote,
): Promise<void> {
  const now = clock();
  const until = new Date(now.getTime() + minutes * 60_000);
  const store = new ModerationStore(db);
  await db.transaction().execute(async (trx) => {
    await store.setTimeout(trx, memberId, programLiveId, until);
    const details = { minutes, until: until.toISOString() };
    await store.log(trx, { note, programLiveId, memberId, action: 'timeout', details, now });
  });
  bus.publish('chat:timeout', { memberId, programLiveId, until: until.toISOString() });
}

export interface TimeOut {
  readonly memberId: MemberId;
  readonly programLiveId: ProgramLiveId | null;
  readonly minutes: number;
}

/** Ends a member's time-out in one live, or with `null` all time-outs. @returns whether one was running */
export async function endTimeout(
  { db, bus, clock }: ModerateDeps,
  memberId: MemberId,
  programLiveId: ProgramLiveId | null,
  note: ChatAuditNote,
): Promise<boolean> {
  const now = clock();
  const store = new ModerationStore(db);
  const ended = await db.transaction().execute(async (trx) => {
    const count = await store.endTimeouts(trx, memberId, programLiveId, now);
    if (count === 0) return false;
    const action = 'end_timeout';
    await store.log(trx, { note, programLiveId, memberId, action, details: {}, now });
    return true;
  });
  if (ended) await publishTimeout({ db, bus }, memberId, programLiveId, now);
  return ended;
}

/** Publishes that a time-out of a scope has ended, and the member's time-outs that are still running. */
export async function publishTimeout(
  { db, bus }: Pick<ModerateDeps, 'db' | 'bus'>,
  memberId: MemberId,
  programLiveId: ProgramLiveId | null,
  now: Date,
): Promise<void> {
  const store = new ModerationStore(db);
  if (programLiveId !== null) {
    const left = (await store.findTimeouts(programLiveId, [memberId], now)).get(memberId);
    bus.publish('chat:timeout', { memberId, programLiveId, until: left?.toISOString() ?? null });
    return;
  }
  const left = await store.findTimeoutsOfMember(memberId, now, CONTINUED_TIMEOUTS_MAX);
  bus.publish('chat:timeout', { memberId, programLiveId, until: null });
  // Every page applies this end to its live, so time-outs of single lives are published again.
  for (const { program_live_id: live, until } of left) {
    const timeout = { programLiveId: live as ProgramLiveId | null, until: until.toISOString() };
    bus.publish('chat:timeout', { memberId, ...timeout });
  }
}

/** Changes the state of a chat and logs the change. `first` runs before the chat's row is locked. */
async function changeRoom(
  deps: ModerateDeps,
  programLiveId: ProgramLiveId,
  done: { readonly action: string; readonly details: object },
  note: ChatAuditNote,
  change: (trx: Transaction<Database>, store: ModerationStore) => Promise<void>,
  first: (trx: Transaction<Database>) => Promise<void> = async () => {},
): Promise<void> {
  const { db, bus, clock } = deps;
  const store = new ModerationStore(db);
  await db.transaction().execute(async (trx) => {
    await first(trx);
    await new ChatWriter(trx).lockRoom(programLiveId);
    await change(trx, store);
    await store.log(trx, { note, ...done, programLiveId, memberId: null, now: clock() });
  });
  bus.publish('chat:state', { programLiveId });
}

/** Sets how long members wait between two lines of a live. */
export const setSlowMode = (
  deps: ModerateDeps,
  programLiveId: ProgramLiveId,
  seconds: number,
  note: ChatAuditNote,
): Promise<void> =>
  changeRoom(deps, programLiveId, { action: 'slow', details: { seconds } }, note, (trx, store) =>
    store.setSlowMode(trx, programLiveId, seconds),
  );

/** Puts a chat into shield mode until `until`, or with `null` ends shield mode. */
export const setShield = (
  deps: ModerateDeps,
  programLiveId: ProgramLiveId,
  shield: NewShield | null,
  note: ChatAuditNote,
): Promise<void> =>
  changeRoom(
    deps,
    programLiveId,
    { action: shield === null ? 'end_shield' : 'shield', details: shield ?? {} },
    note,
    (trx, store) => store.setShield(trx, programLiveId, shield),
  );

/** Shows an announcement over the video for `LIMITS.announcementS`; `null` removes it. */
export const announce = (
  deps: ModerateDeps,
  programLiveId: ProgramLiveId,
  text: Bilingual | null,
  note: ChatAuditNote,
): Promise<void> => {
  const done = { action: text === null ? 'end_announcement' : 'announce', details: text ?? {} };
  const until = new Date(deps.clock().getTime() + LIMITS.announcementS * 1_000);
  return changeRoom(deps, programLiveId, done, note, (trx, store) =>
    store.setAnnouncement(trx, programLiveId, text === null ? null : { ...text, until }),
  );
};

/** Pins an operator's text above the chat; `null` unpins. */
export const pinText = (
  deps: ModerateDeps,
  programLiveId: ProgramLiveId,
  text: Bilingual | null,
  note: ChatAuditNote,
): Promise<void> => {
  const done = { action: text === null ? 'unpin' : 'pin', details: text ?? {} };
  const pin = text === null ? null : { ...text, name: null, messageId: null, now: deps.clock() };
  return changeRoom(deps, programLiveId, done, note, (trx, store) =>
    store.setPin(trx, programLiveId, pin),
  );
};

/**
 * Pins a fan's line above the chat of its live.
 *
 * @throws {ApiError} `chat_line_not_found`, also for a removed line
 */
export async function pinLine(
  deps: ModerateDeps,
  chatMessageId: ChatMessageId,
  note: ChatAuditNote,
): Promise<void> {
  const store = new ModerationStore(deps.db);
  const line = await store.findLine(chatMessageId);
  if (line === undefined) throw new ApiError('chat_line_not_found');
  const done = { action: 'pin', details: { chat_message_id: chatMessageId } };
  const live = line.program_live_id as ProgramLiveId;
  const pin = {
    th: line.text,
    en: line.text,
    name: line.member_name,
    messageId: chatMessageId,
    now: deps.clock(),
  };
  await changeRoom(
    deps,
    live,
    done,
    note,
    (trx) => store.setPin(trx, live, pin),
    async (trx) => {
      // Locks the line before the room, like a removal does, so that a line is not pinned while it is being
      // removed.
      if (!(await store.lockLineShared(trx, chatMessageId)))
        throw new ApiError('chat_line_not_found');
    },
  );
}

/**
 * Lists a word as banned, watched or innocent; `null` removes the word from the list.
 *
 * @throws {ApiError} `request_invalid` if the word cannot be matched safely
 */
export async function setWord(
  { db, bus, clock }: ModerateDeps,
  raw: string,
  kind: WordKind | null,
  note: ChatAuditNote,
): Promise<void> {
  const word = normalizeWord(raw);
  const problem = kind === null ? null : wordProblem(word);
  if (problem !== null) {
    throw new ApiError('request_invalid', { details: [{ path: 'word', message: problem }] });
  }
  const store = new ModerationStore(db);
  await db.transaction().execute(async (trx) => {
    await store.setWord(trx, word, kind);
    await store.log(trx, {
      note,
      programLiveId: null,
      memberId: null,
      action: 'word',
      details: { word, kind },
      now: clock(),
    });
  });
  bus.publish('chat:words', {});
}
