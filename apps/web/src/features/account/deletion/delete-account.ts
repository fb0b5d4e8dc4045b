import type { RequestOf } from '@sangwian/contract/contract';
import { callApi } from '../../../shared/api/call-api.ts';
import {
  knownPasswordRule,
  pinRule,
  type RuleResult,
  type ValidationError,
} from '../../../shared/forms/form-rules.ts';
import { goTo } from '../../../shared/navigation/navigation.ts';
import type { SentOtp } from '../../../shared/otp/send-otp.ts';
import { clearSession, type MemberProfile } from '../../../shared/session/session.ts';

type Body = RequestOf<'DELETE /auth/member/{member_id}'>['body'];
/** The proof of ownership; empty if the sign-in is recent. */
export type Proof = Pick<Body, 'password' | 'otp_token' | 'pin_token'>;

export type ProofKind = 'password' | 'pin' | 'otp' | 'sign_in';

/**
 * Returns the proofs of ownership that a member can give, the easiest first. Without password, phone and PIN, only a
 * new sign-in remains.
 */
export function proofKinds(
  member: Pick<MemberProfile, 'has_password' | 'has_pin' | 'member_phone'>,
): readonly ProofKind[] {
  const kinds: ProofKind[] = [];
  if (member.has_password) kinds.push('password');
  if (member.member_phone) kinds.push('otp');
  if (member.has_pin) kinds.push('pin');
  return kinds.length > 0 ? kinds : ['sign_in'];
}

/** The chosen kind of proof, and the typed values of each kind. */
export interface TypedProof {
  readonly kind: ProofKind;
  readonly password: string;
  readonly pin: string;
  /** The sent OTP, kept while another kind of proof is chosen. */
  readonly sentOtp: SentOtp | null;
  /** The token of a correct OTP. */
  readonly otpToken: string | null;
}

/** Returns the missing part of the chosen proof; `null` if it is complete. */
export function missingOf({ kind, password, pin, otpToken }: TypedProof): ValidationError | null {
  const results: Record<ProofKind, RuleResult> = {
    password: knownPasswordRule(password),
    pin: pinRule(pin),
    otp: otpToken !== null || 'otp_incomplete',
    sign_in: true,
  };
  const result = results[kind];
  return result === true ? null : result;
}

/**
 * Returns the chosen proof for the API; exchanges a PIN for a token first.
 *
 * @throws {ApiError} `pin_incorrect`
 */
export async function prove({ kind, password, pin, otpToken }: TypedProof): Promise<Proof> {
  if (kind === 'password') return { password };
  if (kind === 'otp' && otpToken !== null) return { otp_token: otpToken };
  if (kind !== 'pin') return {};
  const { data } = await callApi('PUT /auth/member/checkPin', { body: { pin, purpose: 'delete' } });
  return { pin_token: data.pin_token };
}

/**
 * Deletes the account, and with it this browser's session.
 *
 * @param coins the balance that was shown as lost
 * @throws {ApiError} `price_changed` if the balance has changed, and the endpoint's refusals of a proof
 */
export async function deleteAccount(memberId: string, coins: number, proof: Proof): Promise<void> {
  await callApi('DELETE /auth/member/{member_id}', {
    params: { member_id: memberId },
    body: { ...proof, expected_coins: coins },
  });
  clearSession();
  goTo('/sign-in?notice=account_deleted');
}
