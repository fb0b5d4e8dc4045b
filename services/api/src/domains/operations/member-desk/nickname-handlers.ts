import type { Handlers } from '../../../platform/http/handler.ts';
import type { DeskParts } from './desk-parts.ts';
import { findLine, readMember } from './read-member.ts';

/** Creates the handler that removes nicknames. */
export function createNicknameHandlers(deps: DeskParts): Handlers {
  return {
    'POST /operator/member/{member_id}/nickname/reset': async ({ params, body, staff, audit }) => {
      const { member_id: memberId } = params;
      audit?.note({ subjectType: 'member', subjectId: memberId, reason: body.reason });
      await findLine(deps, memberId);
      const nickname = await deps.members.lifecycle.resetNickname(deps.db, memberId);
      audit?.note({ before: { nickname }, after: { nickname: null } });
      deps.bus.publish('staff:changed', { topic: 'members', id: memberId });
      return { data: await readMember(deps, memberId, staff.staffId) };
    },
  };
}
