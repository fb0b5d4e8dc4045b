import type { MemberId } from '@sangwian/contract/ids';
import { LIMITS } from '@sangwian/contract/limits';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { AuditNote } from '../../../platform/http/audit-note.ts';
import { AccountAppealsStore, type AppealRow } from './account-appeals.store.ts';
import { type AccountStatusDeps, writeAccountStatus } from './change-account-status.ts';

const HOUR_MS = 3_600_000;

/**
 * The permission that a decision needs. `ban` covers bans, closed accounts, and suspensions longer than a moderator may
 * impose.
 */
export type AppealKind = 'suspension' | 'ban';

export interface AppealDecision extends AuditNote {
  readonly appealId: string;
  /** The kind of appeal that the caller may decide. */
  readonly kind: AppealKind;
  readonly decision: 'uphold' | 'lift' | 'shorten';
  /** The new length of a shortened sanction in hours from now. */
  readonly hours: number | undefined;
  readonly staffId: string;
  /** Returns whether a staff account other than this one may decide. */
  readonly hasOtherPerson: (staffId: string) => Promise<boolean>;
}

/** A decided appeal, for the audit log. */
export interface DecidedAppeal {
  readonly memberId: MemberId;
  readonly before: { readonly status: string; readonly until: Date | null };
  readonly after: { readonly status: string; readonly until: Date | null };
}

const STATES = { uphold: 'upheld', lift: 'lifted', shorten: 'shortened' } as const;

/** Returns the kind of an appeal, which determines the permission that its decision needs. */
export function kindOf({ status_after, sanction_at, until }: AppealRow): AppealKind {
  if (status_after !== 'suspend' || until === null) return 'ban';
  const hours = (until.getTime() - sanction_at.getTime()) / HOUR_MS;
  return hours <= LIMITS.suspensionHoursMax ? 'suspension' : 'ban';
}

function refuseUndecidable(appeal: AppealRow | undefined, kind: AppealKind): AppealRow {
  if (appeal === undefined || kindOf(appeal) !== kind) throw new ApiError('appeal_not_found');
  if (appeal.state !== 'open') {
    throw new ApiError('appeal_decided', {
      details: [
        { path: 'state', message: appeal.state },
        { path: 'by', message: appeal.decided_by ?? '' },
      ],
    });
  }
  if (!appeal.is_running) throw new ApiError('appeal_unneeded');
  return appeal;
}

/**
 * Returns the new end of a shortened sanction.
 *
 * @throws {ApiError} `request_invalid` unless the new end is before the old one
 */
function endOf({ status_after, until }: AppealRow, hours: number | undefined, now: Date): Date {
  const end = new Date(now.getTime() + (hours ?? 0) * HOUR_MS);
  // A closed account has no end date, so its closing can be lifted but not shortened.
  if (status_after !== 'closed' && (until === null || end < until)) return end;
  throw new ApiError('request_invalid', {
    details: [{ path: 'hours', message: 'has to end before the sanction' }],
  });
}

/** Returns the status that a decision sets; `null` if the status does not change. */
function outcomeOf(appeal: AppealRow, { decision, hours }: AppealDecision, now: Date) {
  if (decision === 'uphold') return null;
  if (decision === 'lift') return { status: 'active', until: null } as const;
  return { status: 'suspend', until: endOf(appeal, hours, now) } as const;
}

/**
 * Decides an appeal: the sanction stays, ends, or ends earlier. The first decision wins. The operator who imposed the
 * sanction may decide only if no other account has the permission.
 *
 * @throws {ApiError} `appeal_not_found`, also for an appeal of the other kind; `appeal_decided` with the state and the
 *   deciding operator; `appeal_unneeded`, `second_person_needed`, `member_not_found`, `request_invalid`
 */
export async function decideAppeal(
  deps: AccountStatusDeps,
  decided: AppealDecision,
): Promise<DecidedAppeal> {
  const { db, bus, clock, members } = deps;
  const { appealId, kind, staffId, reason, actor } = decided;
  const found = refuseUndecidable(await new AccountAppealsStore(db).find(appealId), kind);
  const memberId = found.member_id as MemberId;
  if (found.sanction_by_staff_id === staffId && (await decided.hasOtherPerson(staffId))) {
    throw new ApiError('second_person_needed');
  }
  const { before, after, publish } = await db.transaction().execute(async (trx) => {
    const { status, status_until: until } = await members.lifecycle.lock(trx, memberId);
    const store = new AccountAppealsStore(trx);
    // Checked again under the lock: another operator may have decided, or another sanction may have replaced this one.
    const appeal = refuseUndecidable(await store.find(appealId), kind);
    const now = clock();
    const outcome = outcomeOf(appeal, decided, now);
    const change = { memberId, reason, actor, staffId };
    const written =
      outcome === null
        ? null
        : await writeAccountStatus(deps, trx, { ...change, ...outcome }, status);
    const state = STATES[decided.decision];
    const changeId = written?.changeId ?? null;
    await store.decide(trx, appealId, { state, reason, actor, staffId, now, changeId });
    const was = { status, until };
    return { before: was, after: outcome ?? was, publish: written?.publish };
  });
  publish?.();
  bus.publish('staff:changed', { topic: 'members', id: memberId });
  return { memberId, before, after };
}
