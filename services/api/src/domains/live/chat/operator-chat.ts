import { ChatMessageId, type MemberId, ProgramLiveId } from '@sangwian/contract/ids';
import { LIMITS } from '@sangwian/contract/limits';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { parseValue } from '../../../platform/http/parse-value.ts';
import { findMemberByPhoneOrId, type Members } from '../../identity/members/members.module.ts';
import type { LiveReader } from '../lives/lives.module.ts';
import { ChatReader, presentState } from './chat.store.ts';
import { hasLink } from './link-rules.ts';
import {
  endTimeout,
  type ModerateDeps,
  pinLine,
  pinText,
  removeLine,
  removeLinesByMember,
  setSlowMode,
  setWord,
  timeOut,
} from './moderate-chat.ts';
import { type ChatAuditNote, ModerationStore } from './moderation.store.ts';
import { compileWords } from './word-rules.ts';

const SHOWN_LINES_MAX = 50;
const SHOWN_ACTIONS_MAX = 100;
const SHOWN_TIMEOUTS_MAX = 200;
const PIN_CHARS_MAX = 200;
/** Thirty days; longer exclusions are bans. */
const TIMEOUT_MINUTES_MAX = 30 * 24 * 60;

/** The actor and the reason, which the log keeps forever. */
const note = {
  by: z.string().trim().min(1).max(100),
  why: z.string().trim().min(1).max(500),
};
/** A phone as people write it, or a `member_id`. */
const member = z.string().trim().min(1).max(64);
const pinned = z.string().trim().min(1).max(PIN_CHARS_MAX);
/** Every live if missing. */
const live = ProgramLiveId.optional();
const Action = z.discriminatedUnion('action', [
  z.strictObject({ action: z.enum(['delete', 'pin-line']), line: ChatMessageId, ...note }),
  z.strictObject({ action: z.enum(['delete-all', 'end-timeout']), member, live, ...note }),
  z.strictObject({
    action: z.literal('timeout'),
    minutes: z.number().int().min(1).max(TIMEOUT_MINUTES_MAX),
    member,
    live,
    ...note,
  }),
  z.strictObject({
    action: z.literal('slow'),
    seconds: z.number().int().min(1).max(LIMITS.chatSlowModeSMax),
    live: ProgramLiveId,
    ...note,
  }),
  z.strictObject({
    action: z.literal('pin'),
    live: ProgramLiveId,
    th: pinned,
    /** The Thai text in both languages if missing. */
    en: pinned.optional(),
    ...note,
  }),
  z.strictObject({ action: z.literal('unpin'), live: ProgramLiveId, ...note }),
  z.strictObject({
    action: z.literal('word'),
    word: z.string().trim().min(1).max(60),
    /** `none` removes it from the list. */
    kind: z.enum(['banned', 'watched', 'innocent', 'none']),
    ...note,
  }),
]);
type Action = z.infer<typeof Action>;
const ChatQuery = z.object({ live });
const Try = z.object({ text: z.string().max(LIMITS.chatUnitsMax) });

export interface OperatorChatDeps extends ModerateDeps {
  readonly live: LiveReader;
  readonly members: Members;
}

/** Reads a live's chat for operators; without an id, the live in progress. */
async function readChat(deps: OperatorChatDeps, liveId: ProgramLiveId | undefined) {
  const { db, clock } = deps;
  const facts =
    liveId === undefined ? await deps.live.findCurrentLive() : await deps.live.findLive(liveId);
  if (facts === null) throw new ApiError('live_not_found');
  const { programLiveId } = facts;
  const reader = new ChatReader(db);
  const store = new ModerationStore(db);
  const [room, lines, timeouts, log] = await Promise.all([
    reader.findRoom(programLiveId),
    reader.findLast(programLiveId, SHOWN_LINES_MAX),
    store.findTimeoutsOf(programLiveId, clock(), SHOWN_TIMEOUTS_MAX),
    store.findLog(programLiveId, SHOWN_ACTIONS_MAX),
  ]);
  return {
    live: programLiveId,
    status: facts.status,
    ...presentState(room, clock()),
    // Removed lines are shown with their text, so that operators can review the removal.
    lines: lines.map((line) => ({
      line: line.chat_message_id,
      sent_at: line.sent_at,
      member: line.member_id,
      name: line.member_name,
      role: line.member_role,
      text: line.text,
      removed_at: line.removed_at,
    })),
    timeouts,
    log,
  };
}

async function runAction(
  deps: OperatorChatDeps,
  action: Action,
  note: ChatAuditNote,
): Promise<ProgramLiveId | null> {
  const { db, members } = deps;
  const idOf = async (whom: string): Promise<MemberId> =>
    (await findMemberByPhoneOrId(members, whom)).member_id as MemberId;
  const ofLine = async (line: ChatMessageId): Promise<ProgramLiveId | null> =>
    ((await new ModerationStore(db).findLine(line))?.program_live_id as ProgramLiveId) ?? null;
  const room = 'live' in action ? (action.live ?? null) : null;
  if (room !== null && (await deps.live.findLive(room)) === null) {
    throw new ApiError('live_not_found');
  }
  switch (action.action) {
    case 'delete':
      await removeLine(deps, action.line, note);
      return ofLine(action.line);
    case 'pin-line':
      await pinLine(deps, action.line, note);
      return ofLine(action.line);
    case 'delete-all':
      await removeLinesByMember(deps, await idOf(action.member), room, note);
      return room;
    case 'timeout': {
      const { minutes } = action;
      await timeOut(
        deps,
        { memberId: await idOf(action.member), programLiveId: room, minutes },
        note,
      );
      return room;
    }
    case 'end-timeout':
      await endTimeout(deps, await idOf(action.member), room, note);
      return room;
    case 'slow':
      await setSlowMode(deps, action.live, action.seconds, note);
      return room;
    case 'pin':
      await pinText(deps, action.live, { th: action.th, en: action.en ?? action.th }, note);
      return room;
    case 'unpin':
      await pinText(deps, action.live, null, note);
      return room;
    case 'word':
      await setWord(deps, action.word, action.kind === 'none' ? null : action.kind, note);
      return null;
  }
}

export function registerOperatorChat(app: FastifyInstance, deps: OperatorChatDeps): void {
  const store = new ModerationStore(deps.db);
  app.get('/chat', (request) => readChat(deps, parseValue(ChatQuery, request.query).live));
  app.get('/chat/words', () => store.findWords());
  app.get('/chat/try', async (request) => {
    const { text } = parseValue(Try, request.query);
    const matches = compileWords(await store.findWords());
    return { text, link: hasLink(text), banned_word: matches(text) };
  });
  app.post('/chat', async (request) => {
    const action = parseValue(Action, request.body);
    const note = { actor: action.by, actorMemberId: null, reason: action.why };
    const room = await runAction(deps, action, note);
    if (action.action === 'word') return store.findWords();
    // An action on every live is answered with the live in progress, if there is one.
    return readChat(deps, room ?? undefined).catch((error: unknown) => {
      if (error instanceof ApiError && error.code === 'live_not_found') return { done: true };
      throw error;
    });
  });
}
