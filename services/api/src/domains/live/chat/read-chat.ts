import type { ChatMessage } from '@sangwian/contract/endpoints/live';
import type { ChatMessageId, ProgramLiveId } from '@sangwian/contract/ids';
import { LIMITS } from '@sangwian/contract/limits';
import type { ChatState, ChatTimeout } from '@sangwian/contract/sockets/event-namespace';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Kysely } from 'kysely';
import type { Bus } from '../../../platform/bus/bus.ts';
import type { Bearer } from '../../../platform/http/handler.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Database } from '../../../schema/database.ts';
import type { Members } from '../../identity/members/members.module.ts';
import type { LiveFacts, LiveReader } from '../lives/lives.module.ts';
import { type ChatReader, presentLine, presentState } from './chat.store.ts';
import { keepsOrder, presentTimeout, readRefusal, sendRefusal } from './chat-rules.ts';
import type { ModerationStore } from './moderation.store.ts';

export interface ChatOptions {
  readonly db: Kysely<Database>;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly live: LiveReader;
  readonly members: Pick<Members, 'findMemberNames'>;
}

export interface ChatLines {
  /** Replaces what the reader has, or comes after it. */
  readonly snapshot: boolean;
  readonly messages: ChatMessage[];
  readonly seq: number;
  readonly canChat: boolean;
  readonly canModerate: boolean;
  readonly state: ChatState;
  /** Of the reader alone. */
  readonly timeout: ChatTimeout | null;
  /** Lines that the reader may have, and that are gone meanwhile. */
  readonly removed: ChatMessageId[];
}

export interface ReadChatDeps extends Pick<ChatOptions, 'clock' | 'live' | 'members'> {
  readonly reader: ChatReader;
  readonly moderation: ModerationStore;
  readonly findLive: (programLiveId: ProgramLiveId) => Promise<LiveFacts | null>;
}

/** Reads a live's chat, and what a reader may do in it. */
export function createReadChat(deps: ReadChatDeps) {
  const { clock, live, members, reader, moderation, findLive } = deps;

  async function standing(
    programLiveId: ProgramLiveId,
    bearer: Bearer | null,
  ): Promise<{ facts: LiveFacts; unlocked: boolean }> {
    const facts = await findLive(programLiveId);
    if (facts === null) throw new ApiError('live_not_found');
    const unlocked =
      facts.access === 'premium' &&
      bearer !== null &&
      (await live.isUnlocked(programLiveId, bearer.memberId));
    return { facts, unlocked };
  }

  async function mayRead(programLiveId: ProgramLiveId, bearer: Bearer | null) {
    const found = await standing(programLiveId, bearer);
    const refusal = readRefusal(found.facts, found.unlocked);
    if (refusal !== null) throw new ApiError(refusal);
    return found;
  }

  /** Visible to the reader alone. */
  async function readOwn(programLiveId: ProgramLiveId, bearer: Bearer | null) {
    if (bearer === null) return { canModerate: false, timeout: null };
    const now = clock();
    const [names, timeouts] = await Promise.all([
      // Not as it is remembered: who was given the role is to have its menu with the next look at the page.
      members.findMemberNames([bearer.memberId]),
      moderation.findTimeouts(programLiveId, [bearer.memberId], now),
    ]);
    const until = timeouts.get(bearer.memberId);
    return {
      canModerate: keepsOrder(names.get(bearer.memberId)?.role ?? null),
      timeout: until === undefined ? null : presentTimeout(until, now),
    };
  }

  /** Lines around this `seq` that are gone: a page keeps some hundred of them. */
  const removedBefore = (programLiveId: ProgramLiveId, seq: number): Promise<ChatMessageId[]> =>
    reader.findRemoved(
      programLiveId,
      Math.max(0, seq - LIMITS.chatRemovedMax),
      LIMITS.chatRemovedMax,
    );

  async function read(
    programLiveId: ProgramLiveId,
    since: number | undefined,
    bearer: Bearer | null,
  ): Promise<ChatLines> {
    const { facts, unlocked } = await mayRead(programLiveId, bearer);
    const [room, own] = await Promise.all([
      reader.findRoom(programLiveId),
      readOwn(programLiveId, bearer),
    ]);
    const about = {
      canChat: sendRefusal(facts, bearer !== null, unlocked) === null,
      ...own,
      state: presentState(room),
    };
    if (since !== undefined) {
      const lastSeq = room?.last_seq ?? 0;
      if (since <= lastSeq && lastSeq - since <= LIMITS.chatResumeMax) {
        // A line may be committed between the two reads; the answer's `seq` is what it really holds.
        const rows = await reader.findAfter(programLiveId, since, LIMITS.chatResumeMax);
        const messages = rows.map(presentLine);
        const removed = await removedBefore(programLiveId, since);
        return { snapshot: false, messages, seq: messages.at(-1)?.seq ?? since, ...about, removed };
      }
    }
    const messages = (await reader.findLast(programLiveId, LIMITS.chatHistoryMax)).map(presentLine);
    return { snapshot: true, messages, seq: messages.at(-1)?.seq ?? 0, ...about, removed: [] };
  }

  return { standing, mayRead, read, removedBefore };
}

export type ReadChat = ReturnType<typeof createReadChat>;
