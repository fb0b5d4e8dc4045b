import { LIMITS } from '@sangwian/contract/limits';
import type { BirthDateParts } from '../../shared/forms/form-rules.ts';
import type { SentOtp } from '../../shared/otp/send-otp.ts';
import { createTabDraft } from '../../shared/storage/tab-draft.ts';

/** The typed details without the password, which is never stored. */
export interface TypedDetails {
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly birth: BirthDateParts;
  readonly gender: 'male' | 'female' | 'unspecified' | null;
  readonly agree_terms: boolean;
}

/** A phone number that was confirmed by an OTP. */
interface PhoneProof {
  readonly phone: string;
  readonly otp_token: string;
  /** Time of expiry by this device's clock. */
  readonly ends_ms: number;
}

export interface SignUpDraft {
  /** The phone number as typed. */
  readonly phone: string;
  readonly otp: SentOtp | null;
  readonly proof: PhoneProof | null;
  readonly details: Partial<TypedDetails>;
}

const EMPTY_DRAFT: SignUpDraft = { phone: '', otp: null, proof: null, details: {} };

/** The draft of the registration in this tab. */
export const signUpDraft = createTabDraft<SignUpDraft>('sign-up', EMPTY_DRAFT);

/** Returns the proof of a correct OTP, with its expiry from now. */
export const otpProof = (phone: string, otp_token: string, now_ms: number): PhoneProof => ({
  phone,
  otp_token,
  ends_ms: now_ms + LIMITS.otpTokenMinutes * 60_000,
});

export const STEPS = ['phone', 'otp', 'details'] as const;
export type Step = (typeof STEPS)[number];

/** Returns the requested step, or an earlier one if its requirements are not met. */
export function stepOf(wanted: unknown, draft: Pick<SignUpDraft, 'otp' | 'proof'>): Step {
  if (wanted === 'details' && draft.proof) return 'details';
  return (wanted === 'otp' || wanted === 'details') && draft.otp ? 'otp' : 'phone';
}

/** Returns the step to which a number can skip, because it was confirmed or its OTP is still valid. */
export function stepWithout(
  draft: Pick<SignUpDraft, 'otp' | 'proof'>,
  isPhone: (phone: string) => boolean,
  now_ms: number,
): Step {
  const { otp, proof } = draft;
  if (proof && isPhone(proof.phone) && proof.ends_ms > now_ms) return 'details';
  return otp && isPhone(otp.phone) && otp.resendAtMs > now_ms ? 'otp' : 'phone';
}
