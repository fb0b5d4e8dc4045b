import type { OperatorChatCase } from '@sangwian/contract/endpoints/operator/chat';
import { ApiError } from '@sangwian/node-kit/api-error';
import { ChatDeskStore } from './chat-desk.store.ts';
import { type ModerateDeps, removeLine, timeOut } from './moderate-chat.ts';
import type { ChatAuditNote } from './moderation.store.ts';

/** The default length of a time-out. */
const TIMEOUT_MINUTES_DEFAULT = 10;

export interface CaseDecision {
  readonly decision: 'removed' | 'timed_out' | 'dismissed';
  readonly minutes: number | undefined;
}

/** Returns the error for a second decision, with the first decision. */
const decidedRefusal = ({ decision }: OperatorChatCase): ApiError =>
  new ApiError('chat_case_decided', {
    details: [
      { path: 'decision', message: decision?.decision ?? '' },
      { path: 'by', message: decision?.by ?? '' },
    ],
  });

/** Reads a case. @throws {ApiError} `chat_case_not_found` */
async function readCase(store: ChatDeskStore, caseId: string): Promise<OperatorChatCase> {
  const found = await store.findCase(caseId);
  if (found === undefined) throw new ApiError('chat_case_not_found');
  return found;
}

/**
 * Takes a case, so that other moderators see who works on it. A case that another moderator has taken stays
 * with that moderator.
 *
 * @throws {ApiError} `chat_case_not_found`, `chat_case_decided`
 */
export async function takeCase(
  { db, bus, clock }: ModerateDeps,
  caseId: string,
  actor: string,
): Promise<OperatorChatCase> {
  const store = new ChatDeskStore(db);
  await store.takeCase(caseId, actor, clock());
  const taken = await readCase(store, caseId);
  if (taken.state === 'decided') throw decidedRefusal(taken);
  bus.publish('staff:changed', { topic: 'chat' });
  return taken;
}

/** Carries out a decision. Each step is idempotent, so a decision that failed halfway can be retried. */
async function carryOut(
  deps: ModerateDeps,
  { chat_message_id: line, member_id: memberId, program_live_id: live }: OperatorChatCase,
  { decision, minutes = TIMEOUT_MINUTES_DEFAULT }: CaseDecision,
  note: ChatAuditNote,
): Promise<void> {
  if (decision === 'dismissed') return;
  if (line === null && decision === 'removed') {
    throw new ApiError('request_invalid', {
      details: [{ path: 'decision', message: 'the case is about a member, not a message' }],
    });
  }
  if (line !== null) await removeLine(deps, line, note);
  if (decision === 'timed_out')
    await timeOut(deps, { memberId, programLiveId: live, minutes }, note);
}

/**
 * Decides a case. The first decision wins: the case is locked, so a concurrent decision waits and is then refused.
 *
 * @throws {ApiError} `chat_case_not_found`; `chat_case_decided` with the decision and its actor; `request_invalid`
 */
export async function decideCase(
  deps: ModerateDeps,
  caseId: string,
  decision: CaseDecision,
  note: ChatAuditNote,
): Promise<OperatorChatCase> {
  const { db, bus, clock } = deps;
  await db.transaction().execute(async (trx) => {
    const store = new ChatDeskStore(trx);
    await store.lockCase(trx, caseId);
    const found = await readCase(store, caseId);
    if (found.state === 'decided') throw decidedRefusal(found);
    await carryOut(deps, found, decision, note);
    await store.decideCase(trx, caseId, {
      decision: decision.decision,
      reason: note.reason,
      actor: note.actor,
      now: clock(),
    });
  });
  bus.publish('staff:changed', { topic: 'chat' });
  return readCase(new ChatDeskStore(db), caseId);
}
