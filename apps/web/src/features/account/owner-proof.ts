import { callApi } from '../../shared/api/call-api.ts';
import type { MemberProfile } from '../../shared/session/session.ts';
import type { ProofKind, TypedProof } from './deletion/delete-account.ts';

/** The time that a visit to LINE or Apple, or an OTP, may take. A recent sign-in must stay recent for this long. */
const FRESH_MS_MIN = 3 * 60_000;

/**
 * Returns whether the sign-in is so old that changing a way to log in needs a proof of ownership.
 *
 * @throws {ApiError} if the request fails
 */
export async function isProofNeeded(): Promise<boolean> {
  const { data } = await callApi('POST /auth/member/confirm', { body: {} });
  return Date.parse(data.fresh_until) - Date.now() < FRESH_MS_MIN;
}

/** Returns the proofs of ownership that the member can give, the easiest first. A new sign-in is always possible. */
export function ownerProofs(
  member: Pick<MemberProfile, 'has_password' | 'has_pin'>,
): readonly ProofKind[] {
  return [
    ...(member.has_password ? (['password'] as const) : []),
    ...(member.has_pin ? (['pin'] as const) : []),
    'sign_in',
  ];
}

/** @throws {ApiError} `password_incorrect`, `pin_incorrect`, `rate_limited` */
export async function confirmOwner({ kind, password, pin }: TypedProof): Promise<void> {
  await callApi('POST /auth/member/confirm', { body: kind === 'pin' ? { pin } : { password } });
}
