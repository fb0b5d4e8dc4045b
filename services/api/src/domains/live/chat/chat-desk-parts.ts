import type { ReportReason } from '@sangwian/contract/endpoints/chat-safety';
import type { MemberId, ProgramLiveId } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Staff } from '../../../platform/http/handler.ts';
import type { LiveReader } from '../lives/lives.module.ts';
import type { BlockDeps } from './block-members.ts';
import type { ChatAuditNote } from './moderation.store.ts';

export interface ChatDeskDeps extends BlockDeps {
  readonly live: LiveReader;
}

/** The logged reason of acts for which the console asks for no reason. */
const BY_CONSOLE = 'in the console';

/** Returns the audit note of an act in the console, for the chat's log. */
export const noteOf = (
  { name }: Staff,
  reason = BY_CONSOLE,
  because?: ReportReason,
): ChatAuditNote => ({
  actor: name,
  actorMemberId: null,
  reason,
  ...(because === undefined ? {} : { because }),
});

/** Creates checks that the lives and members named in a request body exist. */
export function createChecks({ live, members }: ChatDeskDeps) {
  return {
    requireLive: async (programLiveId: ProgramLiveId | null): Promise<void> => {
      if (programLiveId !== null && (await live.findLive(programLiveId)) === null) {
        throw new ApiError('live_not_found');
      }
    },
    requireMember: async (memberId: MemberId): Promise<void> => {
      if (!(await members.findMemberNames([memberId])).has(memberId)) {
        throw new ApiError('member_not_found');
      }
    },
  };
}
