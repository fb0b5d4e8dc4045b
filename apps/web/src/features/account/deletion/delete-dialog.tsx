import { useLingui } from '@lingui/react/macro';
import { Button } from '@sangwian/ui/button';
import { CheckField } from '@sangwian/ui/check-field';
import { SubmitButton } from '@sangwian/ui/submit-button';
import { useState } from 'react';
import { ClosableDialog } from '../../../shared/dialogs/closable-dialog.tsx';
import { codeOf } from '../../../shared/forms/set-refusal.ts';
import { type MemberProfile, refreshProfile } from '../../../shared/session/session.ts';
import styles from '../form.module.css';
import { ProofChoice } from '../proof-choice.tsx';
import { ProofInput } from '../proof-input.tsx';
import { useTypedProof } from '../use-typed-proof.ts';
import { deleteAccount, type Proof, proofKinds, prove } from './delete-account.ts';
import { Losses } from './losses.tsx';

interface DeleteProofProps {
  readonly member: MemberProfile;
  /** Deletes the account; rejects on any refusal. */
  readonly onProof: (proof: Proof) => Promise<void>;
}

/** The proof of ownership and the final button. */
function DeleteProof({ member, onProof }: DeleteProofProps) {
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
          {busy ? t`Deleting…` : t`Delete my account permanently`}
        </SubmitButton>
      )}
    </form>
  );
}

interface DeleteDialogProps {
  readonly member: MemberProfile;
  readonly onClose: () => void;
}

/** The dialog that deletes the account. It first shows the consequences, then asks for a proof of ownership. */
export function DeleteDialog({ member, onClose }: DeleteDialogProps) {
  const { t } = useLingui();
  // Sends the shown balance. The API refuses the deletion if coins have arrived since, so that no coins are lost
  // without the member's knowledge.
  const [shownCoins, setShownCoins] = useState<number | null>(null);
  const [understood, setUnderstood] = useState(false);
  const [reminded, setReminded] = useState(false);
  const [changed, setChanged] = useState(false);

  const proceed = () => {
    if (understood) setShownCoins(member.wallet.balance);
    else setReminded(true);
  };
  const prove = async (coins: number, proof: Proof) => {
    try {
      await deleteAccount(member.member_id, coins, proof);
    } catch (refusal) {
      if (codeOf(refusal) !== 'price_changed') throw refusal;
      await refreshProfile();
      setUnderstood(false);
      setChanged(true);
      setShownCoins(null);
    }
  };

  return (
    <ClosableDialog title={t`Delete your account?`} onClose={onClose}>
      {shownCoins === null ? (
        <div className={styles.form}>
          <Losses coins={member.wallet.balance} />
          <div role="alert" className={styles.refusal}>
            {changed ? t`Your balance has changed. Please check again what you would lose.` : null}
          </div>
          <CheckField
            checked={understood}
            onChange={({ currentTarget }) => {
              setUnderstood(currentTarget.checked);
              setReminded(false);
            }}
            error={reminded ? t`Please confirm that you understand.` : null}
          >
            {t`I understand that this cannot be undone.`}
          </CheckField>
          <div className={styles.actions}>
            <Button onClick={onClose}>{t`Keep account`}</Button>
            <Button variant="primary" onClick={proceed}>
              {t`Continue`}
            </Button>
          </div>
        </div>
      ) : (
        <DeleteProof member={member} onProof={(proof) => prove(shownCoins, proof)} />
      )}
    </ClosableDialog>
  );
}
