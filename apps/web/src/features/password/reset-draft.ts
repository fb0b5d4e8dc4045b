import { LIMITS } from '@sangwian/contract/limits';
import type { SentOtp } from '../../shared/otp/send-otp.ts';
import { createTabDraft } from '../../shared/storage/tab-draft.ts';

/** The token of a correct OTP or PIN. */
interface Proof {
  readonly token: string;
  /** Time of expiry by this device's clock. */
  readonly ends_ms: number;
}

/** The phone number and the chosen way to reset the password. */
interface ResetDraft {
  /** The phone number as typed. */
  readonly phone: string;
  readonly method: 'OTP' | 'PIN' | null;
}

export const resetDraft = createTabDraft<ResetDraft>('password-reset', { phone: '', method: null });

interface Proofs {
  readonly otp: SentOtp | null;
  readonly byOtp: Proof | null;
  readonly byPin: Proof | null;
}

const isGood = (proof: Proof | null): boolean => proof !== null && proof.ends_ms > Date.now();

/** Removes an expired proof. A proof that expires while the member types is refused by the server. */
export const withoutEnded = ({ otp, byOtp, byPin }: Proofs): Proofs => ({
  otp,
  byOtp: isGood(byOtp) ? byOtp : null,
  byPin: isGood(byPin) ? byPin : null,
});

const NONE: Proofs = { otp: null, byOtp: null, byPin: null };

/** The draft of `/password/re-by-OTP`. */
export const otpProofs = createTabDraft<Proofs>('password-reset-otp', NONE, withoutEnded);

/** The draft of `/password/re-by-PIN`. A new device also needs an OTP. */
export const pinProofs = createTabDraft<Proofs>('password-reset-pin', NONE, withoutEnded);

export const toProof = (token: string): Proof => ({
  token,
  ends_ms: Date.now() + LIMITS.otpTokenMinutes * 60_000,
});

/** Forgets the draft after the password is set, and before a new start. */
export function forgetProofs(): void {
  otpProofs.forget();
  pinProofs.forget();
}
