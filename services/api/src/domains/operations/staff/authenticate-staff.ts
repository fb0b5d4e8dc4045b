import { PERMISSIONS, type Permission } from '@sangwian/contract/permissions';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { AuthenticateStaff, Staff, StaffCall } from '../../../platform/http/handler.ts';
import { createSecretCheck } from '../../../platform/http/secret-check.ts';
import { hashToken } from '../../identity/sessions/sessions.module.ts';
import type { StaffDeps } from './staff-deps.ts';
import { idleSince, LOCAL_OWNER_ID, STAFF_LIMITS } from './staff-rules.ts';
import { csrfTokenOf } from './staff-secrets.ts';
import type { StaffTokensStore } from './staff-tokens.store.ts';

const BEARER = /^Bearer +([\w.~+/-]{1,256}=*)$/i;
const LOOPBACK = /^(127\.\d{1,3}\.\d{1,3}\.\d{1,3}|::1|::ffff:127\.\d{1,3}\.\d{1,3}\.\d{1,3})$/;

export interface AuthenticateDeps
  extends Pick<StaffDeps, 'sessions' | 'store' | 'clock' | 'cookie'> {
  readonly tokens: StaffTokensStore;
  /** Empty if there is no local owner. */
  readonly localOwnerToken: string;
}

/**
 * Creates the authentication of staff. Every request reads the account from the database, so that a new role, a
 * deactivation or a revocation takes effect at once on every node. A team is small enough for this.
 */
export function createAuthenticateStaff(deps: AuthenticateDeps): AuthenticateStaff {
  const { sessions, tokens, store, clock, cookie, localOwnerToken } = deps;
  const isLocalOwnerToken = createSecretCheck(localOwnerToken);
  const isDue = (last: Date | null, now: Date): boolean =>
    last === null || now.getTime() - last.getTime() >= STAFF_LIMITS.touchMs;

  async function findLocalOwner(): Promise<Staff | undefined> {
    const owner = await store.findById(LOCAL_OWNER_ID);
    if (owner === undefined) return undefined;
    const { staff_id: staffId, name, role } = owner;
    return { staffId, name, role, credential: { kind: 'local' }, provedAt: null };
  }

  async function findByToken(token: string): Promise<Staff | undefined> {
    const now = clock();
    const row = await tokens.findOpen(hashToken(token), now);
    if (row === undefined) return undefined;
    if (isDue(row.last_used_at, now)) await tokens.touch(row.staff_token_id, now);
    const { staff_id: staffId, name, role, staff_token_id: tokenId } = row;
    // Unknown scopes, stored by an earlier release, grant nothing.
    const scopes = PERMISSIONS.filter((scope): scope is Permission => row.scopes.includes(scope));
    return { staffId, name, role, credential: { kind: 'token', tokenId, scopes }, provedAt: null };
  }

  async function findBySession(token: string, isPassive: boolean): Promise<Staff | undefined> {
    const now = clock();
    const row = await sessions.findOpenByToken(hashToken(token), now, idleSince(now));
    if (row === undefined) return undefined;
    if (!isPassive && isDue(row.last_seen_at, now)) await sessions.touch(row.staff_session_id, now);
    const { staff_id: staffId, name, role, staff_session_id: sessionId } = row;
    const credential = { kind: 'session', sessionId, csrfToken: csrfTokenOf(token) } as const;
    return { staffId, name, role, credential, provedAt: row.proved_at };
  }

  function find(bearer: string | undefined, call: Omit<StaffCall, 'authorization'>) {
    if (bearer === undefined) {
      const token = cookie.read(call.cookie);
      return token === null ? undefined : findBySession(token, call.isPassive === true);
    }
    if (localOwnerToken !== '' && isLocalOwnerToken(bearer)) {
      return LOOPBACK.test(call.ip) ? findLocalOwner() : undefined;
    }
    return findByToken(bearer);
  }

  return async ({ authorization, ...call }) => {
    const hasBearer = authorization !== undefined && authorization !== '';
    const bearer = hasBearer ? (BEARER.exec(authorization)?.[1] ?? '') : undefined;
    const staff = await find(bearer, call);
    if (staff === undefined) throw new ApiError('staff_sign_in_needed');
    return staff;
  };
}
