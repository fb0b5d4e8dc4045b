import type { MemberStatus } from '@sangwian/contract/endpoints/member';
import type { MemberFile } from '@sangwian/contract/endpoints/operator/members';
import type { MemberId } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Logger } from '@sangwian/node-kit/logger';
import type { AuditNotes } from '../../../platform/http/audit-notes.ts';
import type { Handlers, Staff } from '../../../platform/http/handler.ts';
import { toApiError } from '../../../platform/http/to-api-error.ts';
import type { DeskParts } from './desk-parts.ts';
import { presentParentConsent } from './present-members.ts';
import { findLine, readMember } from './read-member.ts';

const HOUR_MS = 3_600_000;

interface Sanction {
  readonly status: MemberStatus;
  readonly hours?: number;
  /** The end of a suspension, instead of `hours`. */
  readonly until?: Date | null;
  readonly reason: string;
  readonly evidence?: string | undefined;
  readonly version?: number | undefined;
}

interface SanctionCall {
  readonly memberId: MemberId;
  readonly staff: Staff;
  readonly audit: AuditNotes | null;
}

/** Publishes a change of a member to the consoles. */
const publishMember = ({ bus }: DeskParts, memberId: MemberId): void =>
  bus.publish('staff:changed', { topic: 'members', id: memberId });

async function changeStatus(
  { accountStatus, clock }: DeskParts,
  memberId: MemberId,
  staff: Staff,
  { status, hours, reason, evidence, version, ...end }: Sanction,
): Promise<{ readonly status: MemberStatus; readonly until: Date | null }> {
  const until =
    hours === undefined ? (end.until ?? null) : new Date(clock().getTime() + hours * HOUR_MS);
  await accountStatus.change({
    memberId,
    status,
    until,
    reason,
    evidence,
    version,
    actor: staff.name,
    staffId: staff.staffId,
    onlyStricter: status === 'suspend',
  });
  return { status, until };
}

/** Changes the status of one member and records the facts for the audit. */
async function sanction(
  deps: DeskParts,
  { memberId, staff, audit }: SanctionCall,
  change: Sanction,
): Promise<{ data: MemberFile }> {
  audit?.note({ subjectType: 'member', subjectId: memberId, reason: change.reason });
  const before = await findLine(deps, memberId);
  audit?.note({ before: { status: before.status, until: before.status_until } });
  audit?.note({ after: await changeStatus(deps, memberId, staff, change) });
  publishMember(deps, memberId);
  return { data: await readMember(deps, memberId, staff.staffId) };
}

/** Revokes one session of a member, or all. @throws {ApiError} `session_not_found`, `member_not_found` */
async function endSessions(
  { db, members, sessions }: DeskParts,
  memberId: MemberId,
  sessionId: string | undefined,
): Promise<number> {
  const open = await sessions.list(memberId);
  if (sessionId !== undefined) {
    if (!open.some((row) => row.member_session_id === sessionId)) {
      throw new ApiError('session_not_found');
    }
    await sessions.revokeDevice(memberId, sessionId);
    return 1;
  }
  const publishRevoked = await db.transaction().execute(async (trx) => {
    await members.lifecycle.lock(trx, memberId);
    return sessions.revokeAll(trx, memberId);
  });
  publishRevoked();
  return open.length;
}

/** Shortens a self-exclusion to the cooling-off period. A self-exclusion that ends earlier is unchanged. */
async function endExclusion(
  deps: DeskParts,
  memberId: MemberId,
  audit: AuditNotes | null,
): Promise<void> {
  const { db, members, spending } = deps;
  await findLine(deps, memberId);
  audit?.note({ before: { excluded_until: await spending.excludedUntil(memberId) } });
  await db.transaction().execute(async (trx) => {
    await members.lifecycle.lock(trx, memberId);
    await spending.shortenExclusion(trx, memberId);
  });
  audit?.note({ after: { excluded_until: await spending.excludedUntil(memberId) } });
}

/** Suspends members one by one, so that a failure for one member does not affect the others. */
async function suspendSeveral(
  deps: DeskParts,
  memberIds: readonly MemberId[],
  staff: Staff,
  change: Omit<Sanction, 'status'>,
  log: Logger,
): Promise<{ member_id: string; error: string | null }[]> {
  const rows: { member_id: string; error: string | null }[] = [];
  for (const memberId of new Set(memberIds)) {
    try {
      await changeStatus(deps, memberId, staff, { ...change, status: 'suspend' });
      publishMember(deps, memberId);
      rows.push({ member_id: memberId, error: null });
    } catch (error) {
      const { code, httpStatus } = toApiError(error);
      if (httpStatus >= 500) log.error({ err: error, memberId }, 'suspension failed');
      rows.push({ member_id: memberId, error: code });
    }
  }
  return rows;
}

/** Creates the handlers of sanctions, and of requests that members make about their personal data. */
export function createSanctionHandlers(deps: DeskParts): Handlers {
  return {
    'POST /operator/member/suspend': async ({ body, staff, audit, log }) => {
      const { member_ids: memberIds, ...change } = body;
      audit?.note({ subjectType: 'member', reason: body.reason });
      const rows = await suspendSeveral(deps, memberIds, staff, change, log);
      audit?.note({ after: { rows } });
      return { data: { rows } };
    },
    'POST /operator/member/{member_id}/suspend': ({ params, body, staff, audit }) =>
      sanction(deps, { memberId: params.member_id, staff, audit }, { status: 'suspend', ...body }),
    'POST /operator/member/{member_id}/suspend-until': async ({ params, body, staff, audit }) => {
      const { until: end, ...change } = body;
      const until = end === null ? null : new Date(end);
      if (until !== null && until <= deps.clock()) {
        throw new ApiError('request_invalid', {
          details: [{ path: 'until', message: 'has to be in the future' }],
        });
      }
      const call = { memberId: params.member_id, staff, audit };
      return sanction(deps, call, { status: 'suspend', ...change, until });
    },
    'POST /operator/member/{member_id}/ban': ({ params, body, staff, audit }) =>
      sanction(deps, { memberId: params.member_id, staff, audit }, { status: 'ban', ...body }),
    'POST /operator/member/{member_id}/close': ({ params, body, staff, audit }) =>
      sanction(deps, { memberId: params.member_id, staff, audit }, { status: 'closed', ...body }),
    'POST /operator/member/{member_id}/lift': ({ params, body, staff, audit }) =>
      sanction(deps, { memberId: params.member_id, staff, audit }, { status: 'active', ...body }),
    'PUT /operator/member/{member_id}/role': async ({ params, body, staff, audit }) => {
      const { member_id: memberId } = params;
      const { role, role_before: roleBefore, reason } = body;
      audit?.note({ subjectType: 'member', subjectId: memberId, reason });
      audit?.note({ before: { role: roleBefore }, after: { role } });
      await deps.accountStatus.changeRole({
        memberId,
        role,
        roleBefore,
        reason,
        actor: staff.name,
      });
      publishMember(deps, memberId);
      return { data: await readMember(deps, memberId, staff.staffId) };
    },
    'POST /operator/member/{member_id}/parent-consent': async ({ params, body, staff, audit }) => {
      const { member_id: memberId } = params;
      const { given, reason } = body;
      audit?.note({ subjectType: 'member', subjectId: memberId, reason });
      await findLine(deps, memberId);
      const note = { reason, actor: staff.name };
      const rows = await deps.registration.recordParentConsent({ memberId, given, ...note });
      audit?.note({ after: { parent_consent: given } });
      publishMember(deps, memberId);
      return { data: rows.map(presentParentConsent) };
    },
    'POST /operator/member/{member_id}/sessions/end': async ({ params, body, staff, audit }) => {
      const { member_id: memberId } = params;
      audit?.note({ subjectType: 'member', subjectId: memberId, reason: body.reason });
      const ended = await endSessions(deps, memberId, body.member_session_id);
      audit?.note({ after: { ended_sessions: ended } });
      publishMember(deps, memberId);
      return { data: await readMember(deps, memberId, staff.staffId) };
    },
    'POST /operator/member/{member_id}/exclusion/end': async ({ params, body, staff, audit }) => {
      const { member_id: memberId } = params;
      audit?.note({ subjectType: 'member', subjectId: memberId, reason: body.reason });
      await endExclusion(deps, memberId, audit);
      publishMember(deps, memberId);
      return { data: await readMember(deps, memberId, staff.staffId) };
    },
    'POST /operator/member/{member_id}/export': async ({ params, body, audit }) => {
      audit?.note({ subjectType: 'member', subjectId: params.member_id, reason: body.reason });
      await findLine(deps, params.member_id);
      return { data: await deps.account.exportMember(params.member_id) };
    },
    'POST /operator/member/{member_id}/delete': async ({ params, body, audit }) => {
      const { member_id: memberId } = params;
      audit?.note({ subjectType: 'member', subjectId: memberId, reason: body.reason });
      await deps.account.deleteOnRequest({ memberId, expectedCoins: body.expected_coins });
      audit?.note({ after: { deleted: true, forfeited_coins: body.expected_coins } });
      publishMember(deps, memberId);
      return { data: {} };
    },
  };
}
