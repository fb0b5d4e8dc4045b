import { useLingui } from '@lingui/react/macro';
import { SubmitButton } from '@sangwian/ui/submit-button';
import type { MemberProfile } from '../../../shared/session/session.ts';
import styles from '../form.module.css';
import { ProofChoice } from '../proof-choice.tsx';
import { ProofInput } from '../proof-input.tsx';
import { useTypedProof } from '../use-typed-proof.ts';
import { type Proof, proofKinds, prove } from './delete-account.ts';

interface DeleteProofProps {
  readonly member: MemberProfile;
  /** Deletes; rejects where the proof, or anything else, was refused. */
  readonly onProof: (proof: Proof) => Promise<void>;
}

/** The proof that it is the owner of the account who deletes it, and the last button. */
export function DeleteProof({ member, onProof }: DeleteProofProps) {
  const { t } = useLingui();
  const kinds = proofKinds(member);
  const { typed, error, busy, change, submit } = useTypedProof({
    kinds,
    show: async (proof) => onProof(await prove(proof)),
    forget: (code) => {
      if (code === 'otp_token_invalid') return { otpToken: null };
      return code === 'pin_incorrect' ? { pin: '' } : {};
    },
  });
  return (
    <form noValidate onSubmit={submit} className={styles.form}>
      <p className={styles.text}>{t`Please confirm that it is you.`}</p>
      <ProofChoice kinds={kinds} chosen={typed.kind} onChoose={(kind) => change({ kind })} />
      <ProofInput member={member} typed={typed} onChange={change} error={error} />
      {typed.kind === 'otp' && typed.otpToken === null ? null : (
        <SubmitButton busy={busy}>
          {busy ? t`Deleting…` : t`Delete my account for good`}
        </SubmitButton>
      )}
    </form>
  );
}
