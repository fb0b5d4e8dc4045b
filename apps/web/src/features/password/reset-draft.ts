import { LIMITS } from '@sangwian/contract/limits';
import type { SentOtp } from '../../shared/otp/send-otp.ts';
import { createTabDraft } from '../../shared/storage/tab-draft.ts';

/** A token that an OTP or a PIN was changed for. */
interface Proof {
  readonly token: string;
  /** By this device's clock. */
  readonly ends_ms: number;
}

/** The way that was chosen, and whose password it is. */
interface ResetDraft {
  /** As it is typed. */
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

/** A proof that has run out since is none; in the middle of typing, the server says so. */
export const withoutEnded = ({ otp, byOtp, byPin }: Proofs): Proofs => ({
  otp,
  byOtp: isGood(byOtp) ? byOtp : null,
  byPin: isGood(byPin) ? byPin : null,
});

const NONE: Proofs = { otp: null, byOtp: null, byPin: null };

/** What has been shown on `/password/re-by-OTP`. */
export const otpProofs = createTabDraft<Proofs>('password-reset-otp', NONE, withoutEnded);

/** What has been shown on `/password/re-by-PIN`; on a device that is new there, an OTP comes before. */
export const pinProofs = createTabDraft<Proofs>('password-reset-pin', NONE, withoutEnded);

export const toProof = (token: string): Proof => ({
  token,
  ends_ms: Date.now() + LIMITS.otpTokenMinutes * 60_000,
});

/** The password is set, or somebody begins anew. */
export function forgetProofs(): void {
  otpProofs.forget();
  pinProofs.forget();
}
