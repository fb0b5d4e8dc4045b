import { useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { useHasPage } from '../../../shared/navigation/has-page.ts';
import styles from './coin-policy.module.css';

/** A summary of the coin policy with a link to its full text. */
export function CoinPolicy() {
  const { t } = useLingui();
  const hasPage = useHasPage();
  return (
    <div className={styles.policy}>
      <ul className={styles.rules}>
        <li>{t`Coins never expire, unless the policy changes.`}</li>
        <li>{t`Coins cannot be refunded or turned into money.`}</li>
        <li>{t`Report a double charge or a wrong amount to the admin within 24 hours.`}</li>
      </ul>
      {hasPage('/coin-policy') ? (
        <Link to="/coin-policy" className={styles.more}>
          {t`Coin policy`}
        </Link>
      ) : null}
    </div>
  );
}
