import type { MemberId, ProgramLiveId } from '@sangwian/contract/ids';
import { normalizeText } from '@sangwian/contract/rules/normalize-text';
import { ApiError } from '@sangwian/node-kit/api-error';
import { AppealsStore } from './appeals.store.ts';
import { endTimeout, type ModerateDeps } from './moderate-chat.ts';
import { type ChatAuditNote, ModerationStore } from './moderation.store.ts';

/**
 * Appeals once against the time-out that applies to a live.
 *
 * @throws {ApiError} `chat_appeal_unneeded` without a time-out; `chat_appeal_exists`
 */
export async function appealTimeout(
  { db, bus, clock }: ModerateDeps,
  memberId: MemberId,
  programLiveId: ProgramLiveId,
  text: string,
): Promise<void> {
  const now = clock();
  const store = new AppealsStore(db);
  const timeout = await store.findTimeout(memberId, programLiveId, now);
  if (timeout === null) throw new ApiError('chat_appeal_unneeded');
  if (!(await store.add(timeout, normalizeText(text, 'NFC'), now))) {
    throw new ApiError('chat_appeal_exists');
  }
  bus.publish('staff:changed', { topic: 'chat' });
}

/**
 * Grants an appeal, which ends the time-out, or refuses it. The first decision wins.
 *
 * @throws {ApiError} `chat_appeal_not_found`; `chat_appeal_decided` with state and actor
 */
export async function decideAppeal(
  deps: ModerateDeps,
  appealId: string,
  granted: boolean,
  note: ChatAuditNote,
): Promise<void> {
  const { db, bus, clock } = deps;
  const now = clock();
  const appeal = await db.transaction().execute(async (trx) => {
    const decided = { granted, reason: note.reason, actor: note.actor, now };
    const row = await new AppealsStore(trx).decide(trx, appealId, decided);
    if (row === undefined) return undefined;
    await new ModerationStore(trx).log(trx, {
      note,
      programLiveId: row.program_live_id as ProgramLiveId | null,
      memberId: row.member_id as MemberId,
      action: granted ? 'grant_appeal' : 'refuse_appeal',
      details: { chat_appeal_id: appealId },
      now,
    });
    return row;
  });
  if (appeal === undefined) throw await refusalOf(db, appealId);
  if (granted) {
    const scope = appeal.program_live_id as ProgramLiveId | null;
    await endTimeout(deps, appeal.member_id as MemberId, scope, note);
  }
  bus.publish('staff:changed', { topic: 'chat' });
}

async function refusalOf(db: ModerateDeps['db'], appealId: string): Promise<ApiError> {
  const found = await new AppealsStore(db).findState(appealId);
  if (found === undefined) return new ApiError('chat_appeal_not_found');
  return new ApiError('chat_appeal_decided', {
    details: [
      { path: 'state', message: found.state },
      { path: 'by', message: found.decided_by ?? '' },
    ],
  });
}
