import type { ChatMessage } from '@sangwian/contract/endpoints/live';
import type { ChatMessageId, MemberId, ProgramLiveId } from '@sangwian/contract/ids';
import { LIMITS } from '@sangwian/contract/limits';
import type {
  ChatModerate,
  ChatState,
  ChatTimeout,
} from '@sangwian/contract/sockets/event-namespace';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Kysely } from 'kysely';
import type { Bus } from '../../../platform/bus/bus.ts';
import { keepRecent } from '../../../platform/cache/keep-recent.ts';
import type { ApiModule, Bearer } from '../../../platform/http/handler.ts';
import { exportPages } from '../../../platform/http/read-pages.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Database } from '../../../schema/database.ts';
import type { Members } from '../../identity/members/members.module.ts';
import type { LiveFacts, LiveReader } from '../lives/lives.module.ts';
import { addChatLines } from './add-chat-lines.ts';
import { BannedWords } from './banned-words.ts';
import {
  type ChatExportRow,
  ChatReader,
  forgetSender,
  presentLine,
  presentState,
} from './chat.store.ts';
import { ChatBatcher } from './chat-batcher.ts';
import { type ChatDeskDeps, registerChatDesk } from './chat-desk.ts';
import {
  checkChatText,
  keepsOrder,
  presentTimeout,
  readRefusal,
  sendRefusal,
} from './chat-rules.ts';
import { hasLink } from './link-rules.ts';
import { moderateFromPage } from './moderate-from-page.ts';
import { ModerationStore } from './moderation.store.ts';

export { addChatLines } from './add-chat-lines.ts';
export { presentTimeout } from './chat-rules.ts';

/** A live that ended, or a member's new name, is known to the chat this much later at the latest. */
const LIVE_FRESH = { freshMs: 1_000, entriesMax: 1_000 } as const;
const EXPORT_ROWS_MAX = 50_000;
type ActionExportRow = Awaited<ReturnType<ModerationStore['findForExport']>>[number];
const NAME_FRESH = { freshMs: 15_000, entriesMax: 20_000 } as const;

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

/** The chat, for the sockets. */
export interface Chat {
  /** Throws `live_not_found` or `live_locked` where this reader may not see the chat. */
  mayRead(programLiveId: ProgramLiveId, bearer: Bearer | null): Promise<void>;
  /**
   * What a reader needs to be up to date: the lines after `since`, or the last ones where there is none or it is too
   * far back. Throws `live_not_found`, `live_locked`.
   */
  read(
    programLiveId: ProgramLiveId,
    since: number | undefined,
    bearer: Bearer | null,
  ): Promise<ChatLines>;
  /** Lines after this `seq`, oldest first, for a node that missed some; nobody is asked whether he may read them. */
  linesAfter(programLiveId: ProgramLiveId, seq: number): Promise<ChatMessage[]>;
  /**
   * Adds a line, once for its id, and gives it as it stands there. Throws `live_not_found`, `live_locked`,
   * `live_ended`, `chat_members_only`, `chat_failed`, `chat_too_long`, `chat_link`, `chat_banned_word`,
   * `chat_timed_out` and `chat_slow_mode` (both with `retry_after_s` in `details`), `unavailable`.
   */
  send(
    line: { programLiveId: ProgramLiveId; chatMessageId: ChatMessageId; text: string },
    bearer: Bearer | null,
  ): Promise<ChatMessage>;
  /**
   * What a moderator does from the live page. Throws `live_not_found`, `live_locked`, `forbidden`, `member_not_found`,
   * `chat_line_not_found`.
   */
  moderate(request: ChatModerate, bearer: Bearer | null): Promise<void>;
  /** What holds in a live's chat now. */
  stateOf(programLiveId: ProgramLiveId): Promise<ChatState>;
  /** Lines that were removed, the newest of those that pages may still show. */
  removedOf(programLiveId: ProgramLiveId): Promise<ChatMessageId[]>;
  /** What is held of a member here, for its export. */
  exportOf(memberId: MemberId): Promise<Record<string, unknown>>;
  /** Takes name and face off a deleted member's lines; an empty name is shown as "deleted member". */
  forgetSender(db: Kysely<Database>, memberId: MemberId): Promise<void>;
}

/** The chat on this database. */
export function createChat({ db, bus, clock, live, members }: ChatOptions): Chat {
  const reader = new ChatReader(db);
  const nowMs = (): number => clock().getTime();
  const findLive = keepRecent((id: ProgramLiveId) => live.findLive(id), nowMs, LIVE_FRESH);
  const findName = keepRecent(
    async (id: MemberId) => (await members.findMemberNames([id])).get(id) ?? null,
    nowMs,
    NAME_FRESH,
  );
  const words = new BannedWords(db, bus, nowMs);
  const moderation = new ModerationStore(db);
  const batcher = new ChatBatcher({
    add: (programLiveId, lines) => addChatLines(db, programLiveId, lines, clock()),
    onAdded: (programLiveId, messages) => bus.publish('chat:sent', { programLiveId, messages }),
  });

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

  /** What the reader alone is told. */
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

  return {
    forgetSender,
    exportOf: async (memberId) => ({
      chat_messages: exportPages(
        (last: ChatExportRow | undefined, limit) => reader.findForExport(memberId, last, limit),
        { rowsMax: EXPORT_ROWS_MAX, show: (row) => row },
      ),
      chat_actions: exportPages(
        (last: ActionExportRow | undefined, limit) =>
          moderation.findForExport(memberId, last?.chat_action_id, limit),
        { rowsMax: EXPORT_ROWS_MAX, show: ({ chat_action_id: _, ...row }) => row },
      ),
    }),
    mayRead: async (programLiveId, bearer) => {
      await mayRead(programLiveId, bearer);
    },
    read,
    moderate: async (request, bearer) => {
      await mayRead(request.program_live_id, bearer);
      if (bearer === null) throw new ApiError('forbidden');
      await moderateFromPage({ db, bus, clock, members }, request, bearer.memberId);
    },
    stateOf: async (programLiveId) => presentState(await reader.findRoom(programLiveId)),
    removedOf: async (programLiveId) => {
      const room = await reader.findRoom(programLiveId);
      return removedBefore(programLiveId, room?.last_seq ?? 0);
    },
    linesAfter: async (programLiveId, seq) =>
      (await reader.findAfter(programLiveId, seq, LIMITS.chatResumeMax)).map(presentLine),
    send: async ({ programLiveId, chatMessageId, text }, bearer) => {
      const { facts, unlocked } = await standing(programLiveId, bearer);
      const refusal = sendRefusal(facts, bearer !== null, unlocked);
      if (refusal !== null || bearer === null) throw new ApiError(refusal ?? 'chat_members_only');
      const checked = checkChatText(text);
      if (!checked.ok) throw new ApiError(checked.code);
      const name = await findName(bearer.memberId);
      if (name === null) throw new ApiError('member_not_found');
      const free = keepsOrder(name.role);
      if (!free && hasLink(checked.text)) throw new ApiError('chat_link');
      if (await words.in(checked.text)) throw new ApiError('chat_banned_word');
      return batcher.add(programLiveId, {
        chatMessageId,
        memberId: bearer.memberId,
        memberName: name.name,
        memberAvatar: name.avatar,
        memberRole: name.role,
        paced: !free,
        text: checked.text,
      });
    },
  };
}

/**
 * The history over HTTP, which is public, so a premium live's is not there for anybody: its members get it by socket.
 * And what operators do, on the internal listener.
 */
export function createChatModule(chat: Chat, deps: ChatDeskDeps): ApiModule {
  return {
    registerInternal: (app) => registerChatDesk(app, deps),
    handlers: {
      'GET /live/{program_live_id}/chat': async ({ params }) => {
        const { messages, seq } = await chat.read(params.program_live_id, undefined, null);
        return { data: { messages, seq } };
      },
    },
  };
}
