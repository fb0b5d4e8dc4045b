import { useLingui } from '@lingui/react/macro';
import { Button } from '@sangwian/ui/button';
import { CheckField } from '@sangwian/ui/check-field';
import { useState } from 'react';
import { ClosableDialog } from '../../../shared/dialogs/closable-dialog.tsx';
import { codeOf } from '../../../shared/forms/place-refusal.ts';
import { type MemberProfile, refreshProfile } from '../../../shared/session/session.ts';
import form from '../form.module.css';
import { deleteAccount, type Proof } from './delete-account.ts';
import { DeleteProof } from './delete-proof.tsx';
import { Losses } from './losses.tsx';

interface DeleteDialogProps {
  readonly member: MemberProfile;
  readonly onClose: () => void;
}

/** Deletes the account: first what that means, then the proof that it is its owner who asks. */
export function DeleteDialog({ member, onClose }: DeleteDialogProps) {
  const { t } = useLingui();
  // What is lost is what was shown, also where coins arrive while this is open.
  const [shownCoins, setShownCoins] = useState<number | null>(null);
  const [understood, setUnderstood] = useState(false);
  const [reminded, setReminded] = useState(false);
  const [changed, setChanged] = useState(false);

  const goOn = () => {
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
        <div className={form.form}>
          <Losses coins={member.wallet.balance} />
          <div role="alert" className={form.refusal}>
            {changed
              ? t`Your balance has changed. Please look again at what you would lose.`
              : null}
          </div>
          <CheckField
            checked={understood}
            onChange={({ currentTarget }) => {
              setUnderstood(currentTarget.checked);
              setReminded(false);
            }}
            error={reminded ? t`Please confirm that you have understood.` : null}
          >
            {t`I have understood that this cannot be undone.`}
          </CheckField>
          <div className={form.actions}>
            <Button onClick={onClose}>{t`Keep account`}</Button>
            <Button variant="primary" onClick={goOn}>
              {t`Go on`}
            </Button>
          </div>
        </div>
      ) : (
        <DeleteProof member={member} onProof={(proof) => prove(shownCoins, proof)} />
      )}
    </ClosableDialog>
  );
}
