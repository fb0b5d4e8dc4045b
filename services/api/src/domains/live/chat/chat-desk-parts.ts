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

/** The reason in the log of acts that need none: the button says it. */
const BY_CONSOLE = 'in the console';

/** Returns the note that the log of the chat keeps of an act in the console. */
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

/** Returns the checks of what a body names. */
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
