import type { Handlers } from '../../../platform/http/handler.ts';
import { createLimit } from '../../../platform/http/rate-limits.ts';
import { appealRemoval, appealTimeout, findOwnRemoval } from './appeal-sanction.ts';
import { AppealsStore } from './appeals.store.ts';
import { blockMember, unblockMember } from './block-members.ts';
import { BlocksStore } from './blocks.store.ts';
import { type ReportDeps, reportChat } from './report-chat.ts';

/** Rate limit per member, far above what a person needs. */
const PER_MEMBER = { calls: 60, seconds: 60 } as const;

/** Creates the handlers of reports, blocked members and appeals. */
export function createChatSafetyHandlers(deps: ReportDeps): Handlers {
  const limit = createLimit(PER_MEMBER.calls, PER_MEMBER.seconds);
  const blocks = new BlocksStore(deps.db);
  const appeals = new AppealsStore(deps.db);
  return {
    'POST /chat/reports': async ({ body, bearer }) => {
      await limit.take(bearer.memberId);
      const { chat_message_id: chatMessageId, member_id: memberId, reason, note } = body;
      const added = await reportChat(deps, { chatMessageId, memberId, reason, note }, bearer);
      return { data: { added } };
    },
    'GET /chat/appeals': async ({ query, bearer }) => {
      const { memberId } = bearer;
      const timeout = await appeals.findTimeout(memberId, query.program_live_id, deps.clock());
      const appeal = timeout === null ? undefined : await appeals.find(timeout);
      const because = timeout?.because ?? null;
      return { data: { state: appeal?.state ?? 'none', reason: appeal?.reason ?? null, because } };
    },
    'POST /chat/appeals': async ({ body, bearer }) => {
      await limit.take(bearer.memberId);
      await appealTimeout(deps, bearer.memberId, body.program_live_id, body.text);
      return { data: {} };
    },
    'GET /chat/removals/{chat_message_id}': async ({ params, bearer }) => {
      const removal = await findOwnRemoval(deps, bearer.memberId, params.chat_message_id);
      const appeal = await appeals.find(removal);
      const { because } = removal;
      return { data: { because, state: appeal?.state ?? 'none', reason: appeal?.reason ?? null } };
    },
    'POST /chat/removals/{chat_message_id}/appeal': async ({ params, body, bearer }) => {
      await limit.take(bearer.memberId);
      await appealRemoval(deps, bearer.memberId, params.chat_message_id, body.text);
      return { data: {} };
    },
    'GET /chat/blocks': async ({ bearer }) => ({ data: await blocks.find(bearer.memberId) }),
    'PUT /chat/blocks/{member_id}': async ({ params, bearer }) => {
      await limit.take(bearer.memberId);
      await blockMember(deps, bearer.memberId, params.member_id);
      return { data: {} };
    },
    'DELETE /chat/blocks/{member_id}': async ({ params, bearer }) => {
      await limit.take(bearer.memberId);
      await unblockMember(deps, bearer.memberId, params.member_id);
      return { data: {} };
    },
  };
}
