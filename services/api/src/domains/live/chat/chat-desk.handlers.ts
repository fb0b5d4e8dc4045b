import type { OperatorWord } from '@sangwian/contract/endpoints/operator/chat';
import type { MemberId, ProgramLiveId } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import { z } from 'zod';
import { openCursor, pageOf } from '../../../platform/http/cursor.ts';
import type { Handlers } from '../../../platform/http/handler.ts';
import { decideAppeal } from './appeal-sanction.ts';
import { AppealsStore } from './appeals.store.ts';
import { ChatReader, presentState } from './chat.store.ts';
import { ChatDeskStore, presentHeld } from './chat-desk.store.ts';
import { casesCsv, removedCsv } from './chat-desk-csv.ts';
import { type ChatDeskDeps, createChecks, noteOf } from './chat-desk-parts.ts';
import { createChatRoomHandlers } from './chat-room.handlers.ts';
import { decideCase, takeCase } from './decide-case.ts';
import { allowHeldLine, removeHeldLine } from './decide-held-line.ts';
import { HeldLinesStore } from './held-lines.store.ts';
import { endTimeout, removeLine, setShield, setWord, timeOut } from './moderate-chat.ts';
import { ModerationStore } from './moderation.store.ts';
import { normalizeWord } from './word-rules.ts';

/** Number of lines in the moderators' feed. */
const FEED_LINES_MAX = 150;
const HELD_SHOWN_MAX = 200;
const TIMEOUTS_SHOWN_MAX = 200;

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

/** Creates the handlers of the console's chat page. */
export function createChatDeskHandlers(deps: ChatDeskDeps): Handlers {
  return {
    ...createFeedHandlers(deps),
    ...createCaseHandlers(deps),
    ...createHeldHandlers(deps),
    ...createTimeoutHandlers(deps),
    ...createRuleHandlers(deps),
    ...createChatRoomHandlers(deps),
  };
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
      const { slow_mode_s, shield, pin } = presentState(room, now);
      const data = {
        program_live_id: programLiveId,
        slow_mode_s,
        shield,
        pin,
        lines,
        held: waiting.map(presentHeld),
        timeouts,
        waiting_cases: cases,
      };
      return { data };
    },
    'POST /operator/chat/messages/{chat_message_id}/remove': async (call) => {
      const { params, body, staff, audit } = call;
      const { chat_message_id: id } = params;
      const line = await desk.findLine(id);
      audit?.note({
        subjectType: 'chat_message',
        subjectId: id,
        reason: body.reason,
        ...(line && { before: { member_id: line.member_id, removed: line.removed } }),
        after: { removed: true, because: body.because },
      });
      await removeLine(deps, id, noteOf(staff, body.reason, body.because));
      return { data: {} };
    },
    'GET /operator/chat/removed': async ({ query: { limit, cursor, ...filter } }) => {
      const before = openCursor(cursor, z.int());
      const rows = await desk.findRemoved(filter, before, limit + 1);
      const { shown, next_cursor } = pageOf(rows, limit, (last) => last.seq);
      return { data: shown, next_cursor };
    },
    'GET /operator/chat/removed/csv': async ({ query }) => ({
      data: removedCsv(clock(), (last, limit) => desk.findRemoved(query, last?.seq ?? null, limit)),
    }),
  };
}

function createCaseHandlers(deps: ChatDeskDeps): Handlers {
  const { db, clock } = deps;
  const desk = new ChatDeskStore(db);
  return {
    'GET /operator/chat/cases': async ({ query: { limit, cursor, ...filter } }) => {
      const after = openCursor(cursor, z.uuid());
      const rows = await desk.findCases(filter, after, limit + 1);
      const { shown, next_cursor } = pageOf(rows, limit, (last) => last.chat_case_id);
      return { data: shown, next_cursor };
    },
    'GET /operator/chat/cases/csv': async ({ query }) => ({
      data: casesCsv(clock(), (last, limit) =>
        desk.findCases(query, last?.chat_case_id ?? null, limit),
      ),
    }),
    'POST /operator/chat/cases/{chat_case_id}/take': async ({ params, staff, audit }) => {
      audit?.note({ subjectType: 'chat_case', subjectId: params.chat_case_id });
      const data = await takeCase(deps, params.chat_case_id, staff.name);
      audit?.note({ after: { state: data.state, taken: data.taken } });
      return { data };
    },
    'POST /operator/chat/cases/{chat_case_id}/decide': async ({ params, body, staff, audit }) => {
      const { chat_case_id: id } = params;
      const { decision, reason, because, timeout_minutes: minutes } = body;
      const before = await desk.findCase(id);
      audit?.note({
        subjectType: 'chat_case',
        subjectId: id,
        reason,
        ...(before && { before: { member_id: before.member_id, state: before.state } }),
        after: { state: 'decided', decision, because, timeout_minutes: minutes ?? null },
      });
      const note = noteOf(staff, reason, because);
      return { data: await decideCase(deps, id, { decision, minutes }, note) };
    },
  };
}

function createHeldHandlers(deps: ChatDeskDeps): Handlers {
  return {
    'POST /operator/chat/held/{chat_message_id}/allow': async ({ params, staff, audit }) => {
      audit?.note({ subjectType: 'chat_held_line', subjectId: params.chat_message_id });
      const { member_id, word } = await allowHeldLine(deps, params.chat_message_id, noteOf(staff));
      audit?.note({ before: { state: 'held', member_id, word }, after: { state: 'allowed' } });
      return { data: {} };
    },
    'POST /operator/chat/held/{chat_message_id}/remove': async (call) => {
      const { params, body, staff, audit } = call;
      audit?.note({
        subjectType: 'chat_held_line',
        subjectId: params.chat_message_id,
        reason: body.reason,
        after: { state: 'removed', timeout_minutes: body.timeout_minutes ?? null },
      });
      const note = noteOf(staff, body.reason, body.reason);
      const row = await removeHeldLine(deps, params.chat_message_id, body.reason, note);
      audit?.note({ before: { state: 'held', member_id: row.member_id, word: row.word } });
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

function createTimeoutHandlers(deps: ChatDeskDeps): Handlers {
  const { db, bus, clock } = deps;
  const { requireLive, requireMember } = createChecks(deps);
  return {
    'POST /operator/chat/timeouts': async ({ body, staff, audit }) => {
      const { member_id: memberId, program_live_id: programLiveId } = body;
      const { minutes, because, reason } = body;
      audit?.note({
        subjectType: 'member',
        subjectId: memberId,
        reason,
        after: { program_live_id: programLiveId, minutes, because },
      });
      await requireMember(memberId);
      await requireLive(programLiveId);
      await timeOut(deps, { memberId, programLiveId, minutes }, noteOf(staff, reason, because));
      bus.publish('staff:changed', { topic: 'chat' });
      return { data: {} };
    },
    'POST /operator/chat/timeouts/end': async ({ body, staff, audit }) => {
      const { member_id: memberId, program_live_id: programLiveId, reason } = body;
      audit?.note({ subjectType: 'member', subjectId: memberId, reason });
      await requireMember(memberId);
      await requireLive(programLiveId);
      const isEnded = await endTimeout(deps, memberId, programLiveId, noteOf(staff, reason));
      audit?.note({
        before: { program_live_id: programLiveId, timed_out: isEnded },
        after: { timed_out: false },
      });
      bus.publish('staff:changed', { topic: 'chat' });
      return { data: {} };
    },
    'GET /operator/chat/appeals': async ({ query }) => {
      const { limit, cursor } = query;
      const after = openCursor(cursor, z.uuid());
      const rows = await new AppealsStore(db).findOpen(after, clock(), limit + 1);
      const { shown, next_cursor } = pageOf(rows, limit, (last) => last.chat_appeal_id);
      return { data: shown, next_cursor };
    },
    'POST /operator/chat/appeals/{chat_appeal_id}/decide': async ({
      params,
      body,
      staff,
      audit,
    }) => {
      const { chat_appeal_id: id } = params;
      const { granted, reason } = body;
      audit?.note({ subjectType: 'chat_appeal', subjectId: id, reason });
      const appeal = await decideAppeal(deps, id, granted, noteOf(staff, reason));
      audit?.note({
        before: {
          state: 'open',
          member_id: appeal.memberId,
          chat_message_id: appeal.chatMessageId,
        },
        after: { state: granted ? 'granted' : 'refused' },
      });
      return { data: {} };
    },
  };
}

function createRuleHandlers(deps: ChatDeskDeps): Handlers {
  const { db, bus, clock } = deps;
  const { requireLive } = createChecks(deps);
  const moderation = new ModerationStore(db);
  const reader = new ChatReader(db);
  const shieldOf = async (programLiveId: ProgramLiveId) => ({
    shield: presentState(await reader.findRoom(programLiveId), clock()).shield,
  });
  return {
    'GET /operator/chat/words': async () => ({ data: await listWords(moderation) }),
    'POST /operator/chat/words': async ({ body, staff, audit }) => {
      const { word, kind, reason } = body;
      const listed = (await listWords(moderation)).find((one) => one.word === normalizeWord(word));
      audit?.note({
        subjectType: 'chat_word',
        subjectId: word,
        reason,
        before: { kind: listed?.kind ?? null },
        after: { kind },
      });
      await setWord(deps, word, kind, noteOf(staff, reason));
      bus.publish('staff:changed', { topic: 'chat' });
      return { data: await listWords(moderation) };
    },
    'POST /operator/chat/shield': async ({ body, staff, audit }) => {
      const { program_live_id: programLiveId, reason } = body;
      audit?.note({ subjectType: 'live', subjectId: programLiveId, reason });
      await requireLive(programLiveId);
      const shield = {
        until: new Date(clock().getTime() + body.minutes * 60_000),
        slowS: body.slow_mode_s,
        memberMinutes: body.member_minutes,
        reason,
      };
      audit?.note({ before: await shieldOf(programLiveId), after: { shield } });
      await setShield(deps, programLiveId, shield, noteOf(staff, reason));
      return { data: {} };
    },
    'POST /operator/chat/shield/end': async ({ body, staff, audit }) => {
      const { program_live_id: programLiveId } = body;
      audit?.note({ subjectType: 'live', subjectId: programLiveId });
      await requireLive(programLiveId);
      audit?.note({ before: await shieldOf(programLiveId), after: { shield: null } });
      await setShield(deps, programLiveId, null, noteOf(staff));
      return { data: {} };
    },
  };
}
