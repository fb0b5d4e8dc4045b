import type { OpenAppeal } from '@sangwian/contract/endpoints/operator/appeals';
import { may, type Permission, type StaffRole } from '@sangwian/contract/permissions';
import { z } from 'zod';
import type { AuditNotes } from '../../../platform/http/audit-notes.ts';
import { openCursor, pageOf } from '../../../platform/http/cursor.ts';
import type { Handlers, Staff } from '../../../platform/http/handler.ts';
import {
  AccountAppealsStore,
  type AppealDecision,
  type AppealKind,
  type AppealRow,
  kindOf,
} from '../../identity/account-status/account-status.module.ts';
import type { DeskParts } from './desk-parts.ts';

const PERMISSIONS = {
  suspension: 'suspend_members',
  ban: 'manage_members',
} as const satisfies Record<AppealKind, Permission>;

/** Returns why a staff account cannot decide an appeal; `null` if it can. */
const lockOf = (
  appeal: AppealRow,
  { staffId, role }: { readonly staffId: string; readonly role: StaffRole },
  hasOther: boolean,
): OpenAppeal['locked'] => {
  if (!may(role, PERMISSIONS[kindOf(appeal)])) return 'role';
  return hasOther && appeal.sanction_by_staff_id === staffId ? 'own' : null;
};

const present = (row: AppealRow, locked: OpenAppeal['locked']): OpenAppeal => ({
  appeal_id: row.account_appeal_id,
  member_id: row.member_id,
  member_name: row.member_name,
  text: row.text,
  created_at: row.created_at.toISOString(),
  sanction: {
    status: row.status_after,
    reason: row.sanction_reason,
    evidence: row.evidence,
    by: row.sanction_by,
    at: row.sanction_at.toISOString(),
    until: row.until?.toISOString() ?? null,
  },
  kind: kindOf(row),
  locked,
});

/** Returns for each kind of appeal whether anyone besides the caller may decide it. */
async function findOthers({ staff }: DeskParts, staffId: string) {
  const [suspension, ban] = await Promise.all([
    staff.hasOther(PERMISSIONS.suspension, staffId),
    staff.hasOther(PERMISSIONS.ban, staffId),
  ]);
  return { suspension, ban };
}

interface DecideCall {
  readonly appealId: string;
  readonly body: Pick<AppealDecision, 'decision' | 'reason'> & { hours?: number | undefined };
  readonly staff: Staff;
  readonly audit: AuditNotes | null;
}

/** Decides an appeal of one kind and records the facts for the audit. */
async function decide(deps: DeskParts, kind: AppealKind, call: DecideCall) {
  const { appealId, body, staff, audit } = call;
  const { decision, hours, reason } = body;
  audit?.note({ subjectType: 'account_appeal', subjectId: appealId, reason });
  const { memberId, before, after } = await deps.accountStatus.decideAppeal({
    ...{ appealId, kind, decision, hours, reason },
    actor: staff.name,
    staffId: staff.staffId,
    hasOtherPerson: (staffId) => deps.staff.hasOther(PERMISSIONS[kind], staffId),
  });
  audit?.note({ before: { ...before, member_id: memberId }, after: { ...after, decision } });
  return { data: { member_id: memberId } };
}

/** Creates the handlers of appeals against suspensions, bans and account closures. */
export function createAppealHandlers(deps: DeskParts): Handlers {
  const store = new AccountAppealsStore(deps.db);
  return {
    'GET /operator/appeal': async ({ query, staff }) => {
      const { limit, cursor } = query;
      const after = openCursor(cursor, z.uuid());
      const [rows, others] = await Promise.all([
        store.findOpen({ memberId: query.member_id ?? null, after, limit: limit + 1 }),
        findOthers(deps, staff.staffId),
      ]);
      const { shown, next_cursor } = pageOf(rows, limit, (last) => last.account_appeal_id);
      return {
        data: shown.map((row) => present(row, lockOf(row, staff, others[kindOf(row)]))),
        next_cursor,
      };
    },
    'POST /operator/appeal/suspension/{appeal_id}/decide': ({ params, body, staff, audit }) =>
      decide(deps, 'suspension', { appealId: params.appeal_id, body, staff, audit }),
    'POST /operator/appeal/ban/{appeal_id}/decide': ({ params, body, staff, audit }) =>
      decide(deps, 'ban', { appealId: params.appeal_id, body, staff, audit }),
  };
}
