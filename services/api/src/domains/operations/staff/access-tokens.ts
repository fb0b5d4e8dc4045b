import type { StaffToken } from '@sangwian/contract/endpoints/operator/staff';
import { LIMITS } from '@sangwian/contract/limits';
import { may, type Permission } from '@sangwian/contract/permissions';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Staff } from '../../../platform/http/handler.ts';
import { createToken, hashToken } from '../../identity/sessions/sessions.module.ts';
import { requireSession } from './own-factors.ts';
import type { StaffDeps } from './staff-deps.ts';
import type { StaffTokensStore } from './staff-tokens.store.ts';

const DAY_MS = 86_400_000;
/** The prefix by which secret scanners find our tokens in published code. */
const PREFIX = 'sangwian_';

export interface TokenDeps extends Pick<StaffDeps, 'clock'> {
  readonly tokens: StaffTokensStore;
}

export interface NewToken {
  readonly name: string;
  readonly scopes: readonly Permission[];
  readonly days: number;
}

/** Returns the caller's tokens that were not revoked, newest first. */
export async function listTokens({ tokens }: TokenDeps, staffId: string): Promise<StaffToken[]> {
  const rows = await tokens.list(staffId);
  return rows.map((row) => ({
    staff_token_id: row.staff_token_id,
    name: row.name,
    scopes: row.scopes,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
  }));
}

/**
 * Creates a token for a program. The token is shown once. It is valid for its scopes as long as the role of its owner
 * has them.
 *
 * @throws {ApiError} `staff_session_needed`, `staff_permission_missing` for a scope that the role lacks,
 *   `staff_token_limit_reached`
 */
export async function createAccessToken(
  { tokens, clock }: TokenDeps,
  staff: Staff,
  { name, scopes, days }: NewToken,
): Promise<{ staffTokenId: string; token: string }> {
  requireSession(staff);
  if (!scopes.every((scope) => may(staff.role, scope))) {
    throw new ApiError('staff_permission_missing');
  }
  const now = clock();
  const token = `${PREFIX}${createToken()}`;
  const staffTokenId = await tokens.insert({
    staffId: staff.staffId,
    name,
    tokenHash: hashToken(token),
    scopes: [...new Set(scopes)],
    now,
    expiresAt: new Date(now.getTime() + days * DAY_MS),
    openMax: LIMITS.staffTokensMax,
  });
  if (staffTokenId === undefined) throw new ApiError('staff_token_limit_reached');
  return { staffTokenId, token };
}
