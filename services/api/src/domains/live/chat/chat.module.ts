import type { ChatMessage } from '@sangwian/contract/endpoints/live';
import type { ChatMessageId, MemberId, ProgramLiveId } from '@sangwian/contract/ids';
import { LIMITS } from '@sangwian/contract/limits';
import type { ChatModerate, ChatState } from '@sangwian/contract/sockets/event-namespace';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Kysely } from 'kysely';
import { keepRecent } from '../../../platform/cache/keep-recent.ts';
import type { ApiModule, Bearer } from '../../../platform/http/handler.ts';
import { exportPages } from '../../../platform/http/read-pages.ts';
import type { Database } from '../../../schema/database.ts';
import {
  type ChatExportRow,
  ChatReader,
  forgetSender,
  presentLine,
  presentState,
} from './chat.store.ts';
import { type ChatDeskDeps, registerChatDesk } from './chat-desk.ts';
import { moderateFromPage } from './moderate-from-page.ts';
import { ModerationStore } from './moderation.store.ts';
import { type ChatLines, type ChatOptions, createReadChat } from './read-chat.ts';
import { createSendChat } from './send-chat.ts';

export { addChatLines } from './add-chat-lines.ts';
export { presentTimeout } from './chat-rules.ts';

/** A live that ended, or a member's new name, is known to the chat this much later at the latest. */
const LIVE_FRESH = { freshMs: 1_000, entriesMax: 1_000 } as const;
const EXPORT_ROWS_MAX = 50_000;
type ActionExportRow = Awaited<ReturnType<ModerationStore['findForExport']>>[number];
const NAME_FRESH = { freshMs: 15_000, entriesMax: 20_000 } as const;

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
  /** Lines after this `seq`, oldest first, for a node that missed some; access is not checked. */
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
  const moderation = new ModerationStore(db);
  const { standing, mayRead, read, removedBefore } = createReadChat({
    clock,
    live,
    members,
    reader,
    moderation,
    findLive,
  });
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
    send: createSendChat({ db, bus, clock, standing, findName }),
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
