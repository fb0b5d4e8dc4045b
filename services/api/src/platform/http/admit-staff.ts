import type { Endpoint } from '@sangwian/contract/endpoint';
import { LIMITS } from '@sangwian/contract/limits';
import { may, type Permission } from '@sangwian/contract/permissions';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Staff } from './handler.ts';
import { createSecretCheck } from './secret-check.ts';

const PROOF_MS_MAX = LIMITS.staffProofMinutesMax * 60_000;

/** The parts of a request that decide whether an identified staff account may make it. */
export interface StaffRequest {
  readonly method: string;
  /** The header `X-CSRF-Token`. */
  readonly csrfToken: unknown;
  readonly now: Date;
}

const mayCall = ({ role, credential }: Staff, permission: Permission): boolean =>
  may(role, permission) && (credential.kind !== 'token' || credential.scopes.includes(permission));

const hasProof = ({ credential, provedAt }: Staff, now: Date): boolean =>
  // Personal access tokens are created after a second factor; the local owner's token belongs to the owner of the
  // machine.
  credential.kind !== 'session' ||
  (provedAt !== null && now.getTime() - provedAt.getTime() < PROOF_MS_MAX);

/**
 * Refuses a request that a staff account may not make.
 *
 * @throws {ApiError} `csrf_token_invalid` for a write with a cookie but without the CSRF token,
 * `staff_permission_missing`, or
 *   `staff_proof_needed` if the endpoint is sensitive and the second factor is too old
 */
export function admitStaff(endpoint: Endpoint, staff: Staff, request: StaffRequest): void {
  const { permission, sensitive } = endpoint;
  if (permission === undefined || !mayCall(staff, permission)) {
    throw new ApiError('staff_permission_missing');
  }
  const { credential } = staff;
  const isWrite = request.method !== 'GET' && request.method !== 'HEAD';
  if (isWrite && credential.kind === 'session') {
    if (!createSecretCheck(credential.csrfToken)(request.csrfToken)) {
      throw new ApiError('csrf_token_invalid');
    }
  }
  if (sensitive === true && !hasProof(staff, request.now)) throw new ApiError('staff_proof_needed');
}
