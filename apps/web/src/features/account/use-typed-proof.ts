import { type FormEvent, useState } from 'react';
import { type FieldErrorCode, REFUSED } from '../../shared/forms/field-message.tsx';
import { codeOf } from '../../shared/forms/set-refusal.ts';
import { useBusy } from '../../shared/use-busy.ts';
import { missingOf, type ProofKind, type TypedProof } from './deletion/delete-account.ts';

interface ProofUse {
  /** The proofs that this member can give; the first one is preselected. */
  readonly kinds: readonly ProofKind[];
  /** Performs the action with the proof; rejects on any refusal. */
  readonly show: (typed: TypedProof) => Promise<void>;
  /** Returns the field that must be typed again after a refusal. */
  readonly forget: (code: ReturnType<typeof codeOf>, typed: TypedProof) => Partial<TypedProof>;
}

/** Returns the state of a form for a proof of ownership: values, errors and submission. */
export function useTypedProof({ kinds, show, forget }: ProofUse) {
  const [typed, setTyped] = useState<TypedProof>({
    kind: kinds[0] ?? 'sign_in',
    password: '',
    pin: '',
    sentOtp: null,
    otpToken: null,
  });
  const [error, setError] = useState<FieldErrorCode | undefined>();
  const [busy, run] = useBusy();
  const change = (fields: Partial<TypedProof>) => {
    setTyped((before) => ({ ...before, ...fields }));
    setError(undefined);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const complaint = missingOf(typed);
    setError(complaint ? { message: complaint } : undefined);
    if (complaint) return;
    void run(async () => {
      try {
        await show(typed);
      } catch (refusal) {
        const code = codeOf(refusal);
        change(forget(code, typed));
        setError({ type: REFUSED, message: code });
      }
    });
  };
  return { typed, error, busy, change, submit };
}
