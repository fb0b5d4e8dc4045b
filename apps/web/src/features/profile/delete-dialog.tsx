import { useLingui } from '@lingui/react/macro';
import { LIMITS } from '@sangwian/contract/limits';
import { formatCoins } from '@sangwian/i18n/format-number';
import { Button } from '@sangwian/ui/button';
import { CheckField } from '@sangwian/ui/check-field';
import { useState } from 'react';
import { ClosableDialog } from '../../shared/dialogs/closable-dialog.tsx';
import { codeOf } from '../../shared/forms/place-refusal.ts';
import { type MemberProfile, refreshProfile } from '../../shared/session/session.ts';
import { deleteAccount, type Proof } from './delete-account.ts';
import styles from './delete-dialog.module.css';
import { DeleteProof } from './delete-proof.tsx';
import form from './form.module.css';

/** What is lost, and what is kept, in plain words. */
function Losses({ coins }: { readonly coins: number }) {
  const { t } = useLingui();
  const amount = formatCoins(coins);
  const days = LIMITS.trafficDaysKept;
  return (
    <ul className={styles.losses}>
      <li>
        {coins > 0 ? (
          <strong className={styles.coins}>
            {t`Your ${amount} coins are lost. They cannot be refunded or turned into money.`}
          </strong>
        ) : (
          t`Coins that still arrive, from a payment or a refund, are lost.`
        )}
      </li>
      <li>
        {t`Your name, picture, email and date of birth are removed. Your chat messages show “deleted member”.`}
      </li>
      <li>
        {t`Your phone number and linked accounts become free. Whoever registers with them begins as a new member.`}
      </li>
      <li>
        {t`The records of coin movements stay without your name, and access records for ${days} days as the law asks.`}
      </li>
      <li>{t`You are logged out on every device. Nobody can bring the account back, not even the admin.`}</li>
    </ul>
  );
}

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
