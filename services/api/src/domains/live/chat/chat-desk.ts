import { ChatMessageId, type MemberId, ProgramLiveId } from '@sangwian/contract/ids';
import { LIMITS } from '@sangwian/contract/limits';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { parseValue } from '../../../platform/http/parse-value.ts';
import { findWhom, type Members } from '../../identity/members/members.module.ts';
import type { LiveReader } from '../lives/lives.module.ts';
import { ChatReader, presentState } from './chat.store.ts';
import { hasLink } from './link-rules.ts';
import {
  endTimeout,
  type ModerateDeps,
  pinLine,
  pinText,
  removeLine,
  removeLinesOf,
  setSlowMode,
  setWord,
  timeOut,
  type Word,
} from './moderate-chat.ts';
import { ModerationStore } from './moderation.store.ts';
import { compileWords } from './word-rules.ts';

const SHOWN_LINES_MAX = 50;
const SHOWN_ACTIONS_MAX = 100;
const SHOWN_TIMEOUTS_MAX = 200;
const PIN_CHARS_MAX = 200;
/** Thirty days; who is to stay out longer is banned. */
const TIMEOUT_MINUTES_MAX = 30 * 24 * 60;

/** Who asks, and why: both stand in the log for ever. */
const word = {
  by: z.string().trim().min(1).max(100),
  why: z.string().trim().min(1).max(500),
};
/** A phone as people write it, or a `member_id`. */
const member = z.string().trim().min(1).max(64);
const pinned = z.string().trim().min(1).max(PIN_CHARS_MAX);
/** Without it in every live. */
const live = ProgramLiveId.optional();
const Action = z.discriminatedUnion('action', [
  z.strictObject({ action: z.enum(['delete', 'pin-line']), line: ChatMessageId, ...word }),
  z.strictObject({ action: z.enum(['delete-all', 'end-timeout']), member, live, ...word }),
  z.strictObject({
    action: z.literal('timeout'),
    minutes: z.number().int().min(1).max(TIMEOUT_MINUTES_MAX),
    member,
    live,
    ...word,
  }),
  z.strictObject({
    action: z.literal('slow'),
    seconds: z.number().int().min(1).max(LIMITS.chatSlowModeSMax),
    live: ProgramLiveId,
    ...word,
  }),
  z.strictObject({
    action: z.literal('pin'),
    live: ProgramLiveId,
    th: pinned,
    /** Without it the Thai one is shown in both. */
    en: pinned.optional(),
    ...word,
  }),
  z.strictObject({ action: z.literal('unpin'), live: ProgramLiveId, ...word }),
  z.strictObject({
    action: z.literal('word'),
    word: z.string().trim().min(1).max(60),
    /** `none` takes it off the list. */
    kind: z.enum(['banned', 'innocent', 'none']),
    ...word,
  }),
]);
type Asked = z.infer<typeof Action>;
const Which = z.object({ live });
const Try = z.object({ text: z.string().max(LIMITS.chatUnitsMax) });

export interface ChatDeskDeps extends ModerateDeps {
  readonly live: LiveReader;
  readonly members: Members;
}

/** A live's chat as an operator needs it: the one that is named, or the one that is on. */
async function readChat(deps: ChatDeskDeps, which: ProgramLiveId | undefined) {
  const { db, clock } = deps;
  const facts =
    which === undefined ? await deps.live.findLiveOnNow() : await deps.live.findLive(which);
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
    ...presentState(room),
    // What was removed is shown here with its text: somebody may have to judge whether that was right.
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

async function act(deps: ChatDeskDeps, asked: Asked, done: Word): Promise<ProgramLiveId | null> {
  const { db, members } = deps;
  const idOf = async (whom: string): Promise<MemberId> =>
    (await findWhom(members, whom)).member_id as MemberId;
  const ofLine = async (line: ChatMessageId): Promise<ProgramLiveId | null> =>
    ((await new ModerationStore(db).findLine(line))?.program_live_id as ProgramLiveId) ?? null;
  const room = 'live' in asked ? (asked.live ?? null) : null;
  if (room !== null && (await deps.live.findLive(room)) === null) {
    throw new ApiError('live_not_found');
  }
  switch (asked.action) {
    case 'delete':
      await removeLine(deps, asked.line, done);
      return ofLine(asked.line);
    case 'pin-line':
      await pinLine(deps, asked.line, done);
      return ofLine(asked.line);
    case 'delete-all':
      await removeLinesOf(deps, await idOf(asked.member), room, done);
      return room;
    case 'timeout': {
      const { minutes } = asked;
      await timeOut(
        deps,
        { memberId: await idOf(asked.member), programLiveId: room, minutes },
        done,
      );
      return room;
    }
    case 'end-timeout':
      await endTimeout(deps, await idOf(asked.member), room, done);
      return room;
    case 'slow':
      await setSlowMode(deps, asked.live, asked.seconds, done);
      return room;
    case 'pin':
      await pinText(deps, asked.live, { th: asked.th, en: asked.en ?? asked.th }, done);
      return room;
    case 'unpin':
      await pinText(deps, asked.live, null, done);
      return room;
    case 'word':
      await setWord(deps, asked.word, asked.kind === 'none' ? null : asked.kind, done);
      return null;
  }
}

/** What operators do in the chat, on the internal listener, until there is a console. */
export function registerChatDesk(app: FastifyInstance, deps: ChatDeskDeps): void {
  const store = new ModerationStore(deps.db);
  app.get('/chat', (request) => readChat(deps, parseValue(Which, request.query).live));
  app.get('/chat/words', () => store.findWords());
  app.get('/chat/try', async (request) => {
    const { text } = parseValue(Try, request.query);
    const holds = compileWords(await store.findWords());
    return { text, link: hasLink(text), banned_word: holds(text) };
  });
  app.post('/chat', async (request) => {
    const asked = parseValue(Action, request.body);
    const done = { by: asked.by, byMemberId: null, why: asked.why };
    const room = await act(deps, asked, done);
    if (asked.action === 'word') return store.findWords();
    // What holds everywhere is shown with the live that is on, where one is.
    return readChat(deps, room ?? undefined).catch((error: unknown) => {
      if (error instanceof ApiError && error.code === 'live_not_found') return { done: true };
      throw error;
    });
  });
}
