import type { ChatMessageId, MemberId, ProgramLiveId } from '@sangwian/contract/ids';
import { normalizeText } from '@sangwian/contract/rules/normalize-text';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Transaction } from 'kysely';
import type { Database } from '../../../schema/database.ts';
import type { RemovedOwnLine, RunningTimeout } from './appeals.store.ts';
import { AppealsStore } from './appeals.store.ts';
import { type ModerateDeps, publishTimeout } from './moderate-chat.ts';
import { type ChatAuditNote, ModerationStore } from './moderation.store.ts';

/** Adds an appeal, once for each time-out or removed line. @throws {ApiError} `chat_appeal_exists` */
async function addAppeal(
  { db, bus, clock }: ModerateDeps,
  sanction: RunningTimeout | RemovedOwnLine,
  text: string,
): Promise<void> {
  const isNew = await new AppealsStore(db).add(sanction, normalizeText(text, 'NFC'), clock());
  if (!isNew) throw new ApiError('chat_appeal_exists');
  bus.publish('staff:changed', { topic: 'chat' });
}

/**
 * Appeals once against the time-out that applies to a live.
 *
 * @throws {ApiError} `chat_appeal_unneeded` without a time-out; `chat_appeal_exists`
 */
export async function appealTimeout(
  deps: ModerateDeps,
  memberId: MemberId,
  programLiveId: ProgramLiveId,
  text: string,
): Promise<void> {
  const timeout = await new AppealsStore(deps.db).findTimeout(
    memberId,
    programLiveId,
    deps.clock(),
  );
  if (timeout === null) throw new ApiError('chat_appeal_unneeded');
  await addAppeal(deps, timeout, text);
}

/** Finds a removed line of a member. @throws {ApiError} `chat_line_not_found`, also for a line of another member */
export async function findOwnRemoval(
  { db }: Pick<ModerateDeps, 'db'>,
  memberId: MemberId,
  chatMessageId: ChatMessageId,
): Promise<RemovedOwnLine> {
  const line = await new AppealsStore(db).findRemovedLine(memberId, chatMessageId);
  if (line === null) throw new ApiError('chat_line_not_found');
  return line;
}

/**
 * Appeals once against the removal of the member's own line.
 *
 * @throws {ApiError} `chat_line_not_found`, `chat_appeal_exists`
 */
export async function appealRemoval(
  deps: ModerateDeps,
  memberId: MemberId,
  chatMessageId: ChatMessageId,
  text: string,
): Promise<void> {
  await addAppeal(deps, await findOwnRemoval(deps, memberId, chatMessageId), text);
}

/** The appellant and the decision, for the audit log. */
export interface DecidedAppeal {
  readonly memberId: MemberId;
  readonly chatMessageId: ChatMessageId | null;
}

interface AppealedTimeout {
  readonly member_id: string;
  readonly program_live_id: string | null;
  readonly until: Date | null;
}

/** Ends the appealed time-out unless a later time-out has replaced it. @returns whether the time-out was running */
async function endTimeoutOf(
  trx: Transaction<Database>,
  { member_id, program_live_id, until }: AppealedTimeout,
  note: ChatAuditNote,
  now: Date,
): Promise<boolean> {
  const [memberId, programLiveId] = [
    member_id as MemberId,
    program_live_id as ProgramLiveId | null,
  ];
  const store = new ModerationStore(trx);
  if (until === null || !(await store.endTimeoutUntil(trx, memberId, programLiveId, until))) {
    return false;
  }
  await store.log(trx, { note, programLiveId, memberId, action: 'end_timeout', details: {}, now });
  return true;
}

/**
 * Grants or refuses an appeal. Granting ends the time-out or shows the removed line again. The first decision
 * wins.
 *
 * @throws {ApiError} `chat_appeal_not_found`; `chat_appeal_decided` with state and actor
 */
export async function decideAppeal(
  deps: ModerateDeps,
  appealId: string,
  granted: boolean,
  note: ChatAuditNote,
): Promise<DecidedAppeal> {
  const { db, bus, clock } = deps;
  const now = clock();
  const appeal = await db.transaction().execute(async (trx) => {
    const decided = { granted, reason: note.reason, actor: note.actor, now };
    const row = await new AppealsStore(trx).decide(trx, appealId, decided);
    if (row === undefined) return undefined;
    const store = new ModerationStore(trx);
    await store.log(trx, {
      note,
      programLiveId: row.program_live_id as ProgramLiveId | null,
      memberId: row.member_id as MemberId,
      action: granted ? 'grant_appeal' : 'refuse_appeal',
      details: { chat_appeal_id: appealId, chat_message_id: row.chat_message_id },
      now,
    });
    if (granted && row.chat_message_id !== null) await store.restoreLine(trx, row.chat_message_id);
    const ended = granted && (await endTimeoutOf(trx, row, note, now));
    return { ...row, ended };
  });
  if (appeal === undefined) throw await refusalOf(db, appealId);
  const memberId = appeal.member_id as MemberId;
  const chatMessageId = appeal.chat_message_id as ChatMessageId | null;
  if (appeal.ended) {
    await publishTimeout(deps, memberId, appeal.program_live_id as ProgramLiveId | null, now);
  }
  bus.publish('staff:changed', { topic: 'chat' });
  return { memberId, chatMessageId };
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
