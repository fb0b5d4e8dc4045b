import type { ReportReason } from '@sangwian/contract/endpoints/chat-safety';
import type { ClipId, MemberId } from '@sangwian/contract/ids';
import { normalizeText } from '@sangwian/contract/rules/normalize-text';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Kysely } from 'kysely';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Database } from '../../../schema/database.ts';
import type { Members } from '../../identity/members/members.module.ts';
import { ClipsStore } from './clips.store.ts';
import { isPublic } from './present-clip.ts';
import { ClipReportsStore } from './reports.store.ts';

/** Maximum number of a member's reports per day, as in the chat. */
const REPORTS_PER_DAY_MAX = 30;
const DAY_MS = 24 * 60 * 60_000;

export interface ReportClipDeps {
  readonly db: Kysely<Database>;
  readonly clock: Clock;
  readonly members: Pick<Members, 'store'>;
}

export interface ClipReport {
  readonly clipId: ClipId;
  readonly reason: ReportReason;
  readonly note: string;
}

/**
 * Reports a clip. A member's second report of the same clip has no effect.
 *
 * @returns whether the report is new
 * @throws {ApiError} `clip_not_found`, `clip_report_own`, `clip_report_limit_reached`
 */
export async function reportClip(
  { db, clock, members }: ReportClipDeps,
  { clipId, reason, note }: ClipReport,
  memberId: MemberId,
): Promise<boolean> {
  const clip = await new ClipsStore(db).find(clipId);
  if (clip === undefined || !isPublic(clip)) throw new ApiError('clip_not_found');
  if (clip.member_id === memberId) throw new ApiError('clip_report_own');
  const now = clock();
  return db.transaction().execute(async (trx) => {
    // Locked, so that concurrent requests cannot exceed the limit.
    await members.store.lock(trx, memberId);
    const store = new ClipReportsStore(trx);
    const written = normalizeText(note, 'NFC');
    if (!(await store.add({ clipId, memberId, reason, note: written, now }))) return false;
    const since = new Date(now.getTime() - DAY_MS);
    // The count includes the new report. The error rolls it back.
    if ((await store.countSince(memberId, since)) > REPORTS_PER_DAY_MAX) {
      throw new ApiError('clip_report_limit_reached');
    }
    return true;
  });
}
