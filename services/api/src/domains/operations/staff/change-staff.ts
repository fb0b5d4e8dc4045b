import type { StaffAccount } from '@sangwian/contract/endpoints/operator/staff';
import type { StaffRole } from '@sangwian/contract/permissions';
import { ApiError } from '@sangwian/node-kit/api-error';
import { StaffStore } from './staff.store.ts';
import type { StaffDeps } from './staff-deps.ts';
import { idleSince, losesOwner } from './staff-rules.ts';
import { StaffSessionsStore } from './staff-sessions.store.ts';

export interface ChangeStaff {
  readonly staffId: string;
  /** The version that the edit is based on. */
  readonly version: number;
  readonly role?: StaffRole | undefined;
  readonly active?: boolean | undefined;
  /** Name of the owner who makes the change. */
  readonly updatedBy: string;
}

/** Returns all accounts, ordered by name. */
export async function listStaff({ store, clock }: StaffDeps): Promise<StaffAccount[]> {
  const now = clock();
  const rows = await store.list(now, idleSince(now));
  return rows.map((row) => ({
    staff_id: row.staff_id,
    name: row.name,
    email: row.email,
    role: row.role,
    version: row.version,
    created_at: row.created_at.toISOString(),
    deactivated_at: row.deactivated_at?.toISOString() ?? null,
    last_seen_at: row.last_seen_at?.toISOString() ?? null,
    open_sessions: Number(row.open_sessions),
    has_totp: row.sealed_totp_secret !== null,
  }));
}

/** @throws {ApiError} `staff_not_found` */
export async function findStaff(deps: StaffDeps, staffId: string): Promise<StaffAccount> {
  const account = (await listStaff(deps)).find((row) => row.staff_id === staffId);
  if (account === undefined) throw new ApiError('staff_not_found');
  return account;
}

/**
 * Changes a role, deactivates an account and ends all its sessions, or activates it again. The last owner cannot be
 * removed. Every node reads the account on each request; open sockets are closed through the bus.
 *
 * @returns role and state before the change
 * @throws {ApiError} `staff_not_found`, `staff_owner_last`; `edit_stale` with the current values
 */
export async function changeStaff(
  { db, bus, clock, store }: StaffDeps,
  { staffId, version, role, active, updatedBy }: ChangeStaff,
): Promise<{ before: object; after: object }> {
  const changed = await db.transaction().execute(async (trx) => {
    const owners = await store.lockOwners(trx);
    const row = await store.lock(trx, staffId);
    if (row === undefined) throw new ApiError('staff_not_found');
    const before = { role: row.role, active: row.deactivated_at === null };
    if (row.version !== version) {
      throw new ApiError('edit_stale', {
        details: [
          { path: 'role', message: before.role },
          { path: 'active', message: String(before.active) },
          { path: 'by', message: row.updated_by ?? '' },
        ],
      });
    }
    const after = { role: role ?? before.role, active: active ?? before.active };
    const isLast = owners.every((ownerId) => ownerId === staffId);
    if (losesOwner(before, after) && isLast) throw new ApiError('staff_owner_last');
    const now = clock();
    const deactivatedAt = after.active ? null : (row.deactivated_at ?? now);
    await new StaffStore(trx).change(trx, staffId, { role: after.role, deactivatedAt, updatedBy });
    if (!after.active) await new StaffSessionsStore(trx).revokeAll(staffId, now);
    return { before, after };
  });
  bus.publish('staff:changed', { topic: 'staff', id: staffId });
  return changed;
}
