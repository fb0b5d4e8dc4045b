import { useLingui } from '@lingui/react/macro';
import { formatCoins } from '@sangwian/i18n/format-number';
import { CoinMark } from '@sangwian/ui/marks';
import { Plus } from 'lucide-react';
import { Link } from 'react-router';
import { useSession } from '../../shared/session/session.ts';
import { hasPage } from '../pages.ts';
import styles from './coin-balance.module.css';

/** The balance; it goes to the wallet. */
export function CoinBalance() {
  const { t } = useLingui();
  const { member } = useSession();
  const amount = member ? formatCoins(member.wallet.balance) : '–';
  const label = t`${amount} coins`;
  const content = (
    <>
      <CoinMark size={20} />
      <span className={styles.amount}>{amount}</span>
    </>
  );
  if (!hasPage('/wallet')) {
    return (
      <span role="img" aria-label={label} className={styles.balance}>
        {content}
      </span>
    );
  }
  return (
    <Link to="/wallet" aria-label={t`Wallet: ${label}`} className={styles.balance}>
      {content}
      <span className={styles.add}>
        <Plus size={16} aria-hidden="true" />
      </span>
    </Link>
  );
}
