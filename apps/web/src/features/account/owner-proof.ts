import { callApi } from '../../shared/api/call-api.ts';
import type { MemberProfile } from '../../shared/session/session.ts';
import type { ProofKind, TypedProof } from './deletion/delete-account.ts';

/** As long as a visit to LINE or Apple, or an OTP, may take: a proof has to last until its end. */
const LASTS_MS_MIN = 3 * 60_000;

/**
 * Whether the sign-in is so old that whoever is signed in has to show to be the owner, before a way to log in changes.
 *
 * @throws {ApiError} where that cannot be told
 */
export async function isProofNeeded(): Promise<boolean> {
  const { data } = await callApi('POST /auth/member/confirm', { body: {} });
  return Date.parse(data.fresh_until) - Date.now() < LASTS_MS_MIN;
}

/** How a member can show it, the easiest first; to log in again is always one. */
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
