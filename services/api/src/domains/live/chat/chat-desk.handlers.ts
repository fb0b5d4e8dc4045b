import type { OperatorWord } from '@sangwian/contract/endpoints/operator/chat';
import type { MemberId, ProgramLiveId } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import { z } from 'zod';
import { openCursor, sealCursor } from '../../../platform/http/cursor.ts';
import type { Handlers, Staff } from '../../../platform/http/handler.ts';
import type { LiveReader } from '../lives/lives.module.ts';
import { decideAppeal } from './appeal-timeout.ts';
import { AppealsStore } from './appeals.store.ts';
import type { BlockDeps } from './block-members.ts';
import { ChatReader, presentState } from './chat.store.ts';
import { ChatDeskStore, presentHeld } from './chat-desk.store.ts';
import { decideCase, takeCase } from './decide-case.ts';
import { allowHeldLine, removeHeldLine } from './decide-held-line.ts';
import { HeldLinesStore } from './held-lines.store.ts';
import { endTimeout, removeLine, setShield, setWord, timeOut } from './moderate-chat.ts';
import { type ChatAuditNote, ModerationStore } from './moderation.store.ts';

/** Lines of the feed: what a moderator reads back without opening the removed ones. */
const FEED_LINES_MAX = 150;
const HELD_SHOWN_MAX = 200;
const TIMEOUTS_SHOWN_MAX = 200;
/** The reason in the log of acts that need none: the button says it. */
const BY_CONSOLE = 'in the console';

export interface ChatDeskDeps extends BlockDeps {
  readonly live: LiveReader;
}

const noteOf = ({ name }: Staff, reason = BY_CONSOLE): ChatAuditNote => ({
  actor: name,
  actorMemberId: null,
  reason,
});

const hasThai = (word: string): boolean => /[ก-๎]/u.test(word);

async function listWords(store: ModerationStore): Promise<OperatorWord[]> {
  const { banned, watched, innocent } = await store.findWords();
  const list = (kind: OperatorWord['kind'], words: readonly string[]) =>
    words.map((word) => ({
      word,
      kind,
      language: hasThai(word) ? ('th' as const) : ('en' as const),
    }));
  return [...list('watched', watched), ...list('banned', banned), ...list('innocent', innocent)];
}

/** Returns a page of a list and the cursor of the next page. `rows` has one row more than the page, if there are more. */
function pageOf<Row>(rows: readonly Row[], limit: number, positionOf: (row: Row) => unknown) {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const hasMore = rows.length > limit && last !== undefined;
  return { data: [...page], next_cursor: hasMore ? sealCursor(positionOf(last)) : null };
}

/** Creates the handlers of the console's chat place. */
export function createChatDeskHandlers(deps: ChatDeskDeps): Handlers {
  return { ...createFeedHandlers(deps), ...createHeldHandlers(deps), ...createRuleHandlers(deps) };
}

function createFeedHandlers(deps: ChatDeskDeps): Handlers {
  const { db, clock, live } = deps;
  const desk = new ChatDeskStore(db);
  const held = new HeldLinesStore(db);
  const reader = new ChatReader(db);
  return {
    'GET /operator/chat': async ({ query }) => {
      const id = query.program_live_id;
      const facts = id === undefined ? await live.findCurrentLive() : await live.findLive(id);
      if (facts === null) throw new ApiError('live_not_found');
      const { programLiveId } = facts;
      const now = clock();
      const [room, lines, waiting, timeouts, cases] = await Promise.all([
        reader.findRoom(programLiveId),
        desk.findLines(programLiveId, FEED_LINES_MAX),
        held.findQueue(programLiveId, now, HELD_SHOWN_MAX),
        desk.findTimeouts(programLiveId, now, TIMEOUTS_SHOWN_MAX),
        desk.countWaitingCases(),
      ]);
      const { slow_mode_s, shield } = presentState(room, now);
      const data = {
        program_live_id: programLiveId,
        slow_mode_s,
        shield,
        lines,
        held: waiting.map(presentHeld),
        timeouts,
        waiting_cases: cases,
      };
      return { data };
    },
    'POST /operator/chat/messages/{chat_message_id}/remove': async ({ params, body, staff }) => {
      await removeLine(deps, params.chat_message_id, noteOf(staff, body.reason));
      return { data: {} };
    },
    'GET /operator/chat/removed': async ({ query }) => {
      const { limit, cursor } = query;
      const before = cursor === undefined ? null : openCursor(cursor, z.int());
      const rows = await desk.findRemoved(query.program_live_id, before, limit + 1);
      return pageOf(rows, limit, ({ seq }) => seq);
    },
    'GET /operator/chat/cases': async ({ query }) => {
      const { limit, cursor, state } = query;
      const after = cursor === undefined ? null : openCursor(cursor, z.uuid());
      const rows = await desk.findCases(state, after, limit + 1);
      return pageOf(rows, limit, ({ chat_case_id: id }) => id);
    },
    'POST /operator/chat/cases/{chat_case_id}/take': async ({ params, staff }) => ({
      data: await takeCase(deps, params.chat_case_id, staff.name),
    }),
    'POST /operator/chat/cases/{chat_case_id}/decide': async ({ params, body, staff }) => {
      const { decision, reason, timeout_minutes: minutes } = body;
      const note = noteOf(staff, reason);
      return { data: await decideCase(deps, params.chat_case_id, { decision, minutes }, note) };
    },
  };
}

function createHeldHandlers(deps: ChatDeskDeps): Handlers {
  return {
    'POST /operator/chat/held/{chat_message_id}/allow': async ({ params, staff }) => {
      await allowHeldLine(deps, params.chat_message_id, noteOf(staff));
      return { data: {} };
    },
    'POST /operator/chat/held/{chat_message_id}/remove': async ({ params, body, staff }) => {
      const note = noteOf(staff, body.reason);
      const row = await removeHeldLine(deps, params.chat_message_id, body.reason, note);
      if (body.timeout_minutes !== undefined) {
        const timeout = {
          memberId: row.member_id as MemberId,
          programLiveId: row.program_live_id as ProgramLiveId,
          minutes: body.timeout_minutes,
        };
        await timeOut(deps, timeout, note);
      }
      return { data: {} };
    },
  };
}

function createRuleHandlers(deps: ChatDeskDeps): Handlers {
  const { db, bus, clock, live, members } = deps;
  const moderation = new ModerationStore(db);
  const requireLive = async (programLiveId: ProgramLiveId | null): Promise<void> => {
    if (programLiveId !== null && (await live.findLive(programLiveId)) === null) {
      throw new ApiError('live_not_found');
    }
  };
  const requireMember = async (memberId: MemberId): Promise<void> => {
    if (!(await members.findMemberNames([memberId])).has(memberId)) {
      throw new ApiError('member_not_found');
    }
  };
  const publishChange = (): void => bus.publish('staff:changed', { topic: 'chat' });
  return {
    'POST /operator/chat/timeouts': async ({ body, staff }) => {
      const { member_id: memberId, program_live_id: programLiveId, minutes, reason } = body;
      await requireMember(memberId);
      await requireLive(programLiveId);
      await timeOut(deps, { memberId, programLiveId, minutes }, noteOf(staff, reason));
      publishChange();
      return { data: {} };
    },
    'POST /operator/chat/timeouts/end': async ({ body, staff }) => {
      const { member_id: memberId, program_live_id: programLiveId, reason } = body;
      await requireMember(memberId);
      await requireLive(programLiveId);
      await endTimeout(deps, memberId, programLiveId, noteOf(staff, reason));
      publishChange();
      return { data: {} };
    },
    'GET /operator/chat/appeals': async ({ query }) => {
      const { limit, cursor } = query;
      const after = cursor === undefined ? null : openCursor(cursor, z.uuid());
      const rows = await new AppealsStore(db).findOpen(after, clock(), limit + 1);
      return pageOf(rows, limit, ({ chat_appeal_id: id }) => id);
    },
    'POST /operator/chat/appeals/{chat_appeal_id}/decide': async ({ params, body, staff }) => {
      await decideAppeal(deps, params.chat_appeal_id, body.granted, noteOf(staff, body.reason));
      return { data: {} };
    },
    'GET /operator/chat/words': async () => ({ data: await listWords(moderation) }),
    'POST /operator/chat/words': async ({ body, staff }) => {
      await setWord(deps, body.word, body.kind, noteOf(staff, body.reason));
      publishChange();
      return { data: await listWords(moderation) };
    },
    'POST /operator/chat/shield': async ({ body, staff }) => {
      await requireLive(body.program_live_id);
      const shield = {
        until: new Date(clock().getTime() + body.minutes * 60_000),
        slowS: body.slow_mode_s,
        memberMinutes: body.member_minutes,
        reason: body.reason,
      };
      await setShield(deps, body.program_live_id, shield, noteOf(staff, body.reason));
      return { data: {} };
    },
    'POST /operator/chat/shield/end': async ({ body, staff }) => {
      await requireLive(body.program_live_id);
      await setShield(deps, body.program_live_id, null, noteOf(staff));
      return { data: {} };
    },
  };
}
