import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { LIMITS } from '@sangwian/contract/limits';
import styles from './losses.module.css';

/** Lists what a deletion removes and keeps. `coins` is `null` while the balance is unknown. */
export function Losses({ coins }: { readonly coins: number | null }) {
  const { t } = useLingui();
  const days = LIMITS.trafficDaysKept;
  return (
    <ul className={styles.losses}>
      <li>
        {coins === 0 ? (
          t`Coins that still arrive, from a payment or a refund, are lost.`
        ) : (
          <strong className={styles.coins}>
            {coins === null
              ? t`All your coins are lost. They cannot be refunded or exchanged for money.`
              : t`${plural(coins, { one: 'Your # coin is lost. It cannot be refunded or exchanged for money.', other: 'Your # coins are lost. They cannot be refunded or exchanged for money.' })}`}
          </strong>
        )}
      </li>
      <li>
        {t`Your name, picture, email and date of birth are removed. Your chat messages show “deleted member”.`}
      </li>
      <li>
        {t`Your phone number and linked accounts become free and can be used to register as a new member.`}
      </li>
      <li>
        {t`Records of coin movements are kept without your name, and access records for ${days} days as the law requires.`}
      </li>
      <li>{t`You are logged out on every device. The account cannot be restored, not even by the admin.`}</li>
    </ul>
  );
}
