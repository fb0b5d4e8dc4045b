import type { StaffMe } from '@sangwian/contract/endpoints/operator/staff';
import { may, PERMISSIONS } from '@sangwian/contract/permissions';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Staff } from '../../../platform/http/handler.ts';
import type { StaffDeps } from './staff-deps.ts';
import { proofEnd } from './staff-rules.ts';

/** Presents the signed-in account to its own client. */
export async function presentMe(
  { store, passkeys }: Pick<StaffDeps, 'store' | 'passkeys'>,
  { staffId, role, credential, provedAt }: Staff,
): Promise<StaffMe> {
  const [account, passkeyCount, codesLeft] = await Promise.all([
    store.findById(staffId),
    passkeys.count(staffId),
    store.countRecoveryCodes(staffId),
  ]);
  if (account === undefined) throw new ApiError('staff_sign_in_needed');
  return {
    staff_id: staffId,
    name: account.name,
    email: account.email,
    role,
    permissions: PERMISSIONS.filter(
      (permission) =>
        may(role, permission) &&
        (credential.kind !== 'token' || credential.scopes.includes(permission)),
    ),
    credential: credential.kind,
    csrf_token: credential.kind === 'session' ? credential.csrfToken : null,
    proved_at: provedAt?.toISOString() ?? null,
    proof_ends_at: provedAt === null ? null : proofEnd(provedAt).toISOString(),
    has_password: account.password_hash !== null,
    has_totp: account.sealed_totp_secret !== null,
    passkeys: passkeyCount,
    recovery_codes_left: codesLeft,
  };
}
