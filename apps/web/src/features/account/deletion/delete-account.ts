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
/** What shows that it is really the owner who asks; nothing where the sign-in is young enough. */
export type Proof = Pick<Body, 'password' | 'otp_token' | 'pin_token'>;

/** The ways to show it that this member has. */
export type ProofKind = 'password' | 'pin' | 'otp' | 'sign_in';

/** Which proofs a member can give, the easiest first. Without any a fresh sign-in has to do. */
export function proofKinds(
  member: Pick<MemberProfile, 'has_password' | 'has_pin' | 'member_phone'>,
): readonly ProofKind[] {
  const kinds: ProofKind[] = [];
  if (member.has_password) kinds.push('password');
  if (member.member_phone) kinds.push('otp');
  if (member.has_pin) kinds.push('pin');
  return kinds.length > 0 ? kinds : ['sign_in'];
}

/** What was given so far, of each kind, and which kind is chosen. */
export interface TypedProof {
  readonly kind: ProofKind;
  readonly password: string;
  readonly pin: string;
  /** Outlives a look at the other kinds. */
  readonly sentOtp: SentOtp | null;
  /** Of an OTP that was right. */
  readonly otpToken: string | null;
}

/** What the chosen proof still needs; `null`: nothing. */
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
 * What the chosen proof is shown to the server by; a PIN is changed for a token first.
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
 * @param coins what the member was shown to lose
 * @throws {ApiError} `price_changed` where the balance is another by now, and as the endpoint refuses a proof
 */
export async function deleteAccount(memberId: string, coins: number, proof: Proof): Promise<void> {
  await callApi('DELETE /auth/member/{member_id}', {
    params: { member_id: memberId },
    body: { ...proof, expected_coins: coins },
  });
  clearSession();
  goTo('/sign-in?notice=account_deleted');
}
