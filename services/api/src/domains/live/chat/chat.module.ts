import type { ChatMessage } from '@sangwian/contract/endpoints/live';
import { type ChatMessageId, type MemberId, ProgramLiveId } from '@sangwian/contract/ids';
import { LIMITS } from '@sangwian/contract/limits';
import type { ChatModerate, ChatState } from '@sangwian/contract/sockets/event-namespace';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import { keepRecent } from '../../../platform/cache/keep-recent.ts';
import type { ApiModule, Bearer } from '../../../platform/http/handler.ts';
import { exportPages } from '../../../platform/http/read-pages.ts';
import type { Database } from '../../../schema/database.ts';
import { announceLines, CHAT_NOTICES_TASK } from './announce-lines.ts';
import { AppealsStore } from './appeals.store.ts';
import { BlocksStore } from './blocks.store.ts';
import {
  anonymizeSender,
  type ChatExportRow,
  ChatReader,
  presentLine,
  presentState,
} from './chat.store.ts';
import { createChatDeskHandlers } from './chat-desk.handlers.ts';
import type { ChatDeskDeps } from './chat-desk-parts.ts';
import { createChatSafetyHandlers } from './chat-safety.handlers.ts';
import { type CheckedTitle, checkTitle, type TitleRules } from './check-title.ts';
import { expireHeldLines } from './decide-held-line.ts';
import { HeldLinesStore, type HeldRow } from './held-lines.store.ts';
import { moderateFromPage } from './moderate-from-page.ts';
import { ModerationStore } from './moderation.store.ts';
import { type ChatLines, type ChatOptions, createReadChat } from './read-chat.ts';
import { ReportsStore } from './reports.store.ts';
import { type ChatDraft, createSendChat } from './send-chat.ts';
import { WordFilter } from './word-filter.ts';

export { addChatLines } from './add-chat-lines.ts';
export { excerptOf } from './chat-replies.store.ts';
export { presentTimeout } from './chat-rules.ts';
export { announce, pinText } from './moderate-chat.ts';
export { pruneLines } from './prune-lines.ts';

/** Maximum age of cached lives; names are cached for longer. */
const LIVE_FRESH = { freshMs: 1_000, entriesMax: 1_000 } as const;
const EXPORT_ROWS_MAX = 50_000;
/** More than a member has: one per time-out or removed line. */
const APPEALS_EXPORTED_MAX = 1_000;
type ReportExportRow = Awaited<ReturnType<ReportsStore['findForExport']>>[number];
type ActionExportRow = Awaited<ReturnType<ModerationStore['findForExport']>>[number];
const NoticesPayload = z.object({ program_live_id: ProgramLiveId });
const NAME_FRESH = { freshMs: 15_000, entriesMax: 20_000 } as const;

export interface Chat {
  /** @throws {ApiError} `live_not_found`, or `live_locked` if the reader may not see the chat */
  checkReadAccess(programLiveId: ProgramLiveId, bearer: Bearer | null): Promise<void>;
  /**
   * Reads the lines after `since`. Returns the latest lines instead if `since` is missing or too far back.
   *
   * @throws {ApiError} `live_not_found`, `live_locked`
   */
  read(
    programLiveId: ProgramLiveId,
    since: number | undefined,
    bearer: Bearer | null,
  ): Promise<ChatLines>;
  /** Reads the lines after `seq`, oldest first, for a node that missed some. Does not check access. */
  linesAfter(programLiveId: ProgramLiveId, seq: number): Promise<ChatMessage[]>;
  /**
   * Adds a line and returns it as stored. Idempotent by the line's id.
   *
   * @throws {ApiError} `live_not_found`, `live_locked`, `live_ended`, `chat_members_only`, `chat_failed`,
   *   `chat_too_long`, `chat_reply_not_found`, `chat_link`, `chat_banned_word`, `chat_timed_out` and
   *   `chat_slow_mode` (both with `retry_after_s` in `details`), `chat_shielded`, `chat_held` (it waits for review),
   *   `chat_held_limit_reached`, `unavailable`
   */
  send(line: ChatDraft, bearer: Bearer | null): Promise<ChatMessage>;
  /** Checks a short public text by the rules of the chat. @throws {ApiError} the errors of the rules */
  checkTitle(raw: string, rules: TitleRules): Promise<CheckedTitle>;
  /**
   * Runs a moderator's action that was sent from the live page.
   *
   * @throws {ApiError} `live_not_found`, `live_locked`, `forbidden`, `member_not_found`, `chat_line_not_found`
   */
  moderate(request: ChatModerate, bearer: Bearer | null): Promise<void>;
  /** Reads the slow mode, shield mode and pinned line of a live's chat. */
  stateOf(programLiveId: ProgramLiveId): Promise<ChatState>;
  /** Finds the newest removed lines, which pages may still show. */
  removedOf(programLiveId: ProgramLiveId): Promise<ChatMessageId[]>;
  /** Returns the member's lines and moderation actions for the data export. */
  exportOf(memberId: MemberId): Promise<Record<string, unknown>>;
  /**
   * Removes the name and the avatar from a deleted member's lines, and deletes the member's blocks and notes.
   * Pages show an empty name as "deleted member".
   */
  anonymizeSender(db: Kysely<Database>, memberId: MemberId): Promise<void>;
}

export function createChat(options: ChatOptions): Chat {
  const { db, bus, clock, live, members, findCorners } = options;
  const reader = new ChatReader(db);
  const nowMs = (): number => clock().getTime();
  const findLive = keepRecent((id: ProgramLiveId) => live.findLive(id), nowMs, LIVE_FRESH);
  const findName = keepRecent(
    async (id: MemberId) => (await members.findMemberNames([id])).get(id) ?? null,
    nowMs,
    NAME_FRESH,
  );
  const words = new WordFilter(db, bus, nowMs);
  const moderation = new ModerationStore(db);
  const blocks = new BlocksStore(db);
  const heldLines = new HeldLinesStore(db);
  const reports = new ReportsStore(db);
  const { readAccess, checkReadAccess, read, removedBefore } = createReadChat({
    clock,
    live,
    members,
    reader,
    moderation,
    blocks,
    heldLines,
    findLive,
  });
  return {
    anonymizeSender: async (on, memberId) => {
      await anonymizeSender(on, memberId);
      await new BlocksStore(on).forget(memberId);
      await new ReportsStore(on).forgetReporter(memberId);
      await new AppealsStore(on).forget(memberId);
      await new HeldLinesStore(on).anonymizeSender(memberId);
    },
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
      chat_reports: exportPages(
        (last: ReportExportRow | undefined, limit) =>
          reports.findForExport(memberId, last?.chat_report_id, limit),
        { rowsMax: EXPORT_ROWS_MAX, show: ({ chat_report_id: _, ...row }) => row },
      ),
      chat_held_messages: exportPages(
        (last: HeldRow | undefined, limit) => heldLines.findForExport(memberId, last, limit),
        {
          rowsMax: EXPORT_ROWS_MAX,
          show: ({ program_live_id, text, state, held_at, reason }) => ({
            program_live_id,
            text,
            state,
            held_at,
            reason,
          }),
        },
      ),
      chat_appeals: await new AppealsStore(db).findForExport(memberId, APPEALS_EXPORTED_MAX),
      blocked_members: await blocks.find(memberId),
    }),
    checkReadAccess: async (programLiveId, bearer) => {
      await checkReadAccess(programLiveId, bearer);
    },
    read,
    checkTitle: (raw, rules) => checkTitle(raw, rules, (text) => words.find(text)),
    moderate: async (request, bearer) => {
      await checkReadAccess(request.program_live_id, bearer);
      if (bearer === null) throw new ApiError('forbidden');
      await moderateFromPage({ db, bus, clock, members }, request, bearer.memberId);
    },
    stateOf: async (programLiveId) => presentState(await reader.findRoom(programLiveId), clock()),
    removedOf: async (programLiveId) => {
      const room = await reader.findRoom(programLiveId);
      return removedBefore(programLiveId, room?.last_seq ?? 0);
    },
    linesAfter: async (programLiveId, seq) =>
      (await reader.findAfter(programLiveId, seq, LIMITS.chatResumeMax)).map(presentLine),
    send: createSendChat({ db, bus, clock, words, readAccess, findName, findCorners }),
  };
}

/**
 * Creates the module of the chat history over HTTP and of the operators' routes. The HTTP history is public,
 * so it refuses premium lives. Members read the chat of a premium live over a socket.
 */
export function createChatModule(chat: Chat, deps: ChatDeskDeps): ApiModule {
  return {
    handlers: {
      ...createChatDeskHandlers(deps),
      ...createChatSafetyHandlers({ ...deps, checkReadAccess: chat.checkReadAccess }),
      'GET /live/{program_live_id}/chat': async ({ params }) => {
        const { messages, seq } = await chat.read(params.program_live_id, undefined, null);
        return { data: { messages, seq } };
      },
    },
    tasks: [
      { name: 'chat_held_expiry', crontab: '* * * * *', run: () => expireHeldLines(deps) },
      {
        name: CHAT_NOTICES_TASK,
        run: (_signal, payload) =>
          announceLines(deps, NoticesPayload.parse(payload).program_live_id),
      },
    ],
  };
}
