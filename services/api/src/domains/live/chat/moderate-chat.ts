import type { Bilingual } from '@sangwian/contract/endpoints/live';
import type { ChatMessageId, MemberId, ProgramLiveId } from '@sangwian/contract/ids';
import { LIMITS } from '@sangwian/contract/limits';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Kysely, Transaction } from 'kysely';
import type { Bus } from '../../../platform/bus/bus.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Database } from '../../../schema/database.ts';
import { ChatWriter } from './chat.store.ts';
import { ModerationStore, type RemovedLine } from './moderation.store.ts';
import { faultOfWord, keptWord } from './word-rules.ts';

export interface ModerateDeps {
  readonly db: Kysely<Database>;
  readonly bus: Bus;
  readonly clock: Clock;
}

/** Who does it and why: both stand in the log for ever. */
export interface Word {
  readonly by: string;
  /** `null`: an operator, not a member. */
  readonly byMemberId: MemberId | null;
  readonly why: string;
}

/** Tells every live of its lines that are gone; of many the newest, which are all that pages still show. */
function tellRemoved(
  { bus }: ModerateDeps,
  lines: readonly RemovedLine[],
  unpinned: readonly ProgramLiveId[],
): void {
  for (const [programLiveId, gone] of Map.groupBy(lines, (line) => line.program_live_id)) {
    const newest = [...gone].sort((a, b) => b.seq - a.seq).slice(0, LIMITS.chatRemovedMax);
    bus.publish('chat:removed', {
      programLiveId: programLiveId as ProgramLiveId,
      chatMessageIds: newest.map((line) => line.chat_message_id as ChatMessageId),
    });
  }
  for (const programLiveId of unpinned) bus.publish('chat:state', { programLiveId });
}

/**
 * Takes a line away from everybody; a second time does nothing.
 *
 * @throws {ApiError} `chat_line_not_found`
 */
export async function removeLine(
  deps: ModerateDeps,
  chatMessageId: ChatMessageId,
  word: Word,
): Promise<void> {
  const { db, clock } = deps;
  const now = clock();
  const store = new ModerationStore(db);
  if ((await store.findLine(chatMessageId)) === undefined)
    throw new ApiError('chat_line_not_found');
  const { lines, unpinned } = await db.transaction().execute(async (trx) => {
    const gone = await store.removeLine(trx, chatMessageId, now);
    for (const line of gone) {
      await store.log(trx, {
        ...word,
        programLiveId: line.program_live_id as ProgramLiveId,
        memberId: line.member_id as MemberId,
        action: 'remove',
        details: { chat_message_id: chatMessageId },
        now,
      });
    }
    return { lines: gone, unpinned: await store.unpinRemoved(trx, [chatMessageId]) };
  });
  tellRemoved(deps, lines, unpinned);
}

/** Takes away all that a member said, in one live or (`null`) in every one. @returns how many lines that were */
export async function removeLinesOf(
  deps: ModerateDeps,
  memberId: MemberId,
  programLiveId: ProgramLiveId | null,
  word: Word,
): Promise<number> {
  const { db, clock } = deps;
  const now = clock();
  const store = new ModerationStore(db);
  const { lines, unpinned } = await db.transaction().execute(async (trx) => {
    const gone = await store.removeLinesOf(trx, memberId, programLiveId, now);
    const ids = gone.map((line) => line.chat_message_id);
    const details = { lines: gone.length };
    await store.log(trx, { ...word, programLiveId, memberId, action: 'remove_all', details, now });
    return { lines: gone, unpinned: await store.unpinRemoved(trx, ids) };
  });
  tellRemoved(deps, lines, unpinned);
  return lines.length;
}

/** Sends a member out for so many minutes, from now on: of one live, or (`null`) of every one. */
export async function timeOut(
  { db, bus, clock }: ModerateDeps,
  { memberId, programLiveId, minutes }: TimeOut,
  word: Word,
): Promise<void> {
  const now = clock();
  const until = new Date(now.getTime() + minutes * 60_000);
  const store = new ModerationStore(db);
  await db.transaction().execute(async (trx) => {
    await store.setTimeout(trx, memberId, programLiveId, until);
    const details = { minutes, until: until.toISOString() };
    await store.log(trx, { ...word, programLiveId, memberId, action: 'timeout', details, now });
  });
  bus.publish('chat:timeout', { memberId, programLiveId, until: until.toISOString() });
}

export interface TimeOut {
  readonly memberId: MemberId;
  readonly programLiveId: ProgramLiveId | null;
  readonly minutes: number;
}

/** Lets a member in again: into one live, or (`null`) into every one. @returns whether it was out */
export async function endTimeout(
  { db, bus, clock }: ModerateDeps,
  memberId: MemberId,
  programLiveId: ProgramLiveId | null,
  word: Word,
): Promise<boolean> {
  const now = clock();
  const store = new ModerationStore(db);
  const ended = await db.transaction().execute(async (trx) => {
    const held = await store.endTimeouts(trx, memberId, programLiveId, now);
    if (held === 0) return false;
    const action = 'end_timeout';
    await store.log(trx, { ...word, programLiveId, memberId, action, details: {}, now });
    return true;
  });
  if (!ended) return false;
  // One that holds everywhere goes on.
  const left =
    programLiveId === null
      ? undefined
      : (await store.findTimeouts(programLiveId, [memberId], now)).get(memberId);
  bus.publish('chat:timeout', { memberId, programLiveId, until: left?.toISOString() ?? null });
  return true;
}

/** Changes what holds in a room, which is made where nobody has said anything yet. */
async function changeRoom(
  deps: ModerateDeps,
  programLiveId: ProgramLiveId,
  done: { readonly action: string; readonly details: object },
  word: Word,
  change: (trx: Transaction<Database>, store: ModerationStore) => Promise<void>,
  first: (trx: Transaction<Database>) => Promise<void> = async () => {},
): Promise<void> {
  const { db, bus, clock } = deps;
  const store = new ModerationStore(db);
  await db.transaction().execute(async (trx) => {
    await first(trx);
    await new ChatWriter(trx).lockRoom(programLiveId);
    await change(trx, store);
    await store.log(trx, { ...word, ...done, programLiveId, memberId: null, now: clock() });
  });
  bus.publish('chat:state', { programLiveId });
}

/** How long members wait between two lines of a live. */
export const setSlowMode = (
  deps: ModerateDeps,
  programLiveId: ProgramLiveId,
  seconds: number,
  word: Word,
): Promise<void> =>
  changeRoom(deps, programLiveId, { action: 'slow', details: { seconds } }, word, (trx, store) =>
    store.setSlowMode(trx, programLiveId, seconds),
  );

/** Puts a sentence of the show above the chat, or (`null`) nothing. */
export const pinText = (
  deps: ModerateDeps,
  programLiveId: ProgramLiveId,
  text: Bilingual | null,
  word: Word,
): Promise<void> => {
  const done = { action: text === null ? 'unpin' : 'pin', details: text ?? {} };
  const pin = text === null ? null : { ...text, name: null, messageId: null, now: deps.clock() };
  return changeRoom(deps, programLiveId, done, word, (trx, store) =>
    store.setPin(trx, programLiveId, pin),
  );
};

/**
 * Puts a fan's line above the chat of its live.
 *
 * @throws {ApiError} `chat_line_not_found`, also of a line that was removed
 */
export async function pinLine(
  deps: ModerateDeps,
  chatMessageId: ChatMessageId,
  word: Word,
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
    word,
    (trx) => store.setPin(trx, live, pin),
    async (trx) => {
      // The line before the room, as whoever removes it: a line that is going is not pinned meanwhile.
      if (!(await store.holdLine(trx, chatMessageId))) throw new ApiError('chat_line_not_found');
    },
  );
}

/**
 * Bans a word, lists it as an innocent one, or (`null`) takes it off the list.
 *
 * @throws {ApiError} `request_invalid` where it cannot be looked for
 */
export async function setWord(
  { db, bus, clock }: ModerateDeps,
  raw: string,
  kind: 'banned' | 'innocent' | null,
  word: Word,
): Promise<void> {
  const kept = keptWord(raw);
  const fault = kind === null ? null : faultOfWord(kept);
  if (fault !== null) {
    throw new ApiError('request_invalid', { details: [{ path: 'word', message: fault }] });
  }
  const store = new ModerationStore(db);
  await db.transaction().execute(async (trx) => {
    await store.setWord(trx, kept, kind);
    await store.log(trx, {
      ...word,
      programLiveId: null,
      memberId: null,
      action: 'word',
      details: { word: kept, kind },
      now: clock(),
    });
  });
  bus.publish('chat:words', {});
}
