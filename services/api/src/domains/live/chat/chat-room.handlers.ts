import type { Handlers } from '../../../platform/http/handler.ts';
import { ChatReader, presentState } from './chat.store.ts';
import { type ChatDeskDeps, createChecks, noteOf } from './chat-desk-parts.ts';
import { hasLink } from './link-rules.ts';
import { pinLine, pinText, removeLinesByMember, setSlowMode } from './moderate-chat.ts';
import { ModerationStore } from './moderation.store.ts';
import { compileWordList } from './word-rules.ts';

/**
 * Creates the handlers that change the state of a live's chat, and the handler that tries a text against the
 * chat's rules.
 */
export function createChatRoomHandlers(deps: ChatDeskDeps): Handlers {
  const { db, clock } = deps;
  const { requireLive, requireMember } = createChecks(deps);
  const reader = new ChatReader(db);
  const moderation = new ModerationStore(db);
  return {
    'POST /operator/chat/messages/remove': async ({ body, staff, audit }) => {
      const { member_id: memberId, program_live_id: programLiveId, because, reason } = body;
      audit?.note({ subjectType: 'member', subjectId: memberId, reason });
      await requireMember(memberId);
      await requireLive(programLiveId);
      const note = noteOf(staff, reason, because);
      const removed = await removeLinesByMember(deps, memberId, programLiveId, note);
      audit?.note({ after: { program_live_id: programLiveId, removed, because } });
      return { data: { removed } };
    },
    'POST /operator/chat/messages/{chat_message_id}/pin': async (call) => {
      const { params, body, staff, audit } = call;
      const { chat_message_id: id } = params;
      const after = { pinned: true };
      audit?.note({ subjectType: 'chat_message', subjectId: id, reason: body.reason, after });
      await pinLine(deps, id, noteOf(staff, body.reason));
      return { data: {} };
    },
    'PUT /operator/chat/pin': async ({ body, staff, audit }) => {
      const { program_live_id: programLiveId, text, reason } = body;
      audit?.note({ subjectType: 'live', subjectId: programLiveId, reason });
      await requireLive(programLiveId);
      const { pin } = presentState(await reader.findRoom(programLiveId), clock());
      audit?.note({ before: { pin: pin?.text ?? null }, after: { pin: text } });
      await pinText(deps, programLiveId, text, noteOf(staff, reason));
      return { data: {} };
    },
    'PUT /operator/chat/slow-mode': async ({ body, staff, audit }) => {
      const { program_live_id: programLiveId, slow_mode_s: seconds, reason } = body;
      audit?.note({ subjectType: 'live', subjectId: programLiveId, reason });
      await requireLive(programLiveId);
      const { slow_mode_s } = presentState(await reader.findRoom(programLiveId), clock());
      audit?.note({ before: { slow_mode_s }, after: { slow_mode_s: seconds } });
      await setSlowMode(deps, programLiveId, seconds, noteOf(staff, reason));
      return { data: {} };
    },
    'GET /operator/chat/words/try': async ({ query: { text } }) => {
      const findWord = compileWordList(await moderation.findWords());
      return { data: { link: hasLink(text), word: findWord(text) } };
    },
  };
}
