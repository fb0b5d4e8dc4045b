import type { ReportReason } from '@sangwian/contract/endpoints/chat-safety';
import type { ChatMessageId, MemberId, ProgramLiveId } from '@sangwian/contract/ids';
import { normalizeText } from '@sangwian/contract/rules/normalize-text';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Bearer } from '../../../platform/http/handler.ts';
import type { BlockDeps } from './block-members.ts';
import { ModerationStore } from './moderation.store.ts';
import { ReportsStore, type ReportTarget } from './reports.store.ts';

/** Maximum number of a member's reports per day. More would bury the reports of others in the queue. */
export const REPORTS_PER_DAY_MAX = 30;
const DAY_MS = 24 * 60 * 60_000;

export interface ReportDeps extends BlockDeps {
  /** Checks that the reporter may see the live's chat. @throws {ApiError} `live_locked` */
  readonly checkReadAccess: (live: ProgramLiveId, bearer: Bearer) => Promise<void>;
}

export interface Report {
  readonly chatMessageId: ChatMessageId | undefined;
  readonly memberId: MemberId | undefined;
  readonly reason: ReportReason;
  readonly note: string;
}

/** Finds the reported line or member. @throws {ApiError} `chat_line_not_found`, `live_locked`, `member_not_found` */
async function findTarget(deps: ReportDeps, report: Report, bearer: Bearer): Promise<ReportTarget> {
  const { chatMessageId, memberId } = report;
  if (chatMessageId !== undefined) {
    const line = await new ModerationStore(deps.db).findLine(chatMessageId);
    if (line === undefined) throw new ApiError('chat_line_not_found');
    const programLiveId = line.program_live_id as ProgramLiveId;
    await deps.checkReadAccess(programLiveId, bearer);
    return { memberId: line.member_id as MemberId, line: { programLiveId, chatMessageId } };
  }
  const names = memberId === undefined ? null : await deps.members.findMemberNames([memberId]);
  if (memberId === undefined || names?.has(memberId) !== true) {
    throw new ApiError('member_not_found');
  }
  return { memberId, line: null };
}

/**
 * Reports a line or a member. All open reports of a target form one case. A member's second report of the same
 * case has no effect.
 *
 * @returns whether the report is new
 * @throws {ApiError} `chat_line_not_found`, `live_locked`, `member_not_found`, `chat_report_own`,
 *   `chat_report_limit_reached`
 */
export async function reportChat(
  deps: ReportDeps,
  report: Report,
  bearer: Bearer,
): Promise<boolean> {
  const target = await findTarget(deps, report, bearer);
  if (target.memberId === bearer.memberId) throw new ApiError('chat_report_own');
  const now = deps.clock();
  return deps.db.transaction().execute(async (trx) => {
    // Locked, so that concurrent requests cannot exceed the limit.
    await deps.members.store.lock(trx, bearer.memberId);
    const store = new ReportsStore(trx);
    const caseId = await store.lockCase(trx, target, now);
    const added = await store.add(trx, caseId, {
      reporterId: bearer.memberId,
      reason: report.reason,
      note: normalizeText(report.note, 'NFC'),
      now,
    });
    if (!added) return false;
    const since = new Date(now.getTime() - DAY_MS);
    // The count includes the new report. The error rolls it back.
    if ((await store.countSince(bearer.memberId, since)) > REPORTS_PER_DAY_MAX) {
      throw new ApiError('chat_report_limit_reached');
    }
    return true;
  });
}
