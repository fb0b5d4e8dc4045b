import { useLingui } from '@lingui/react/macro';
import { ChoiceField } from '@sangwian/ui/choice-field';
import { SubmitButton } from '@sangwian/ui/submit-button';
import { type FormEvent, useState } from 'react';
import { type KeptError, REFUSED } from '../../shared/forms/field-message.tsx';
import { codeOf } from '../../shared/forms/place-refusal.ts';
import type { MemberProfile } from '../../shared/session/session.ts';
import { useBusy } from '../../shared/use-busy.ts';
import {
  missingOf,
  type Proof,
  type ProofKind,
  proofKinds,
  prove,
  type TypedProof,
} from './delete-account.ts';
import styles from './form.module.css';
import { ProofInput } from './proof-input.tsx';

interface DeleteProofProps {
  readonly member: MemberProfile;
  /** Deletes; rejects where the proof, or anything else, was refused. */
  readonly onProof: (proof: Proof) => Promise<void>;
}

/** The proof that it is the owner of the account who deletes it, and the last button. */
export function DeleteProof({ member, onProof }: DeleteProofProps) {
  const { t } = useLingui();
  const kinds = proofKinds(member);
  const [typed, setTyped] = useState<TypedProof>({
    kind: kinds[0] ?? 'sign_in',
    password: '',
    pin: '',
    sentOtp: null,
    otpToken: null,
  });
  const [error, setError] = useState<KeptError | undefined>();
  const [busy, run] = useBusy();
  const labels: Record<ProofKind, string> = {
    password: t`Password`,
    pin: t`PIN`,
    otp: t`OTP by SMS`,
    sign_in: t`Log in again`,
  };
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
        await onProof(await prove(typed));
      } catch (refusal) {
        const code = codeOf(refusal);
        if (code === 'otp_token_invalid') change({ otpToken: null });
        if (code === 'pin_incorrect') change({ pin: '' });
        setError({ type: REFUSED, message: code });
      }
    });
  };
  return (
    <form noValidate onSubmit={submit} className={styles.form}>
      <p className={styles.text}>{t`Please confirm that it is you.`}</p>
      {kinds.length > 1 ? (
        <ChoiceField
          label={t`Confirm with`}
          name="proof"
          options={kinds.map((value) => ({ value, label: labels[value] }))}
          value={typed.kind}
          onChange={({ currentTarget }) => change({ kind: currentTarget.value as ProofKind })}
        />
      ) : null}
      <ProofInput member={member} typed={typed} onChange={change} error={error} />
      {typed.kind === 'otp' && typed.otpToken === null ? null : (
        <SubmitButton busy={busy}>
          {busy ? t`Deleting…` : t`Delete my account for good`}
        </SubmitButton>
      )}
    </form>
  );
}
