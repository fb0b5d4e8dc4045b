import { useLingui } from '@lingui/react/macro';
import { formatCoins } from '@sangwian/i18n/format-number';
import { CoinMark } from '@sangwian/ui/marks';
import { Plus } from 'lucide-react';
import { Link, useLocation } from 'react-router';
import { useSession } from '../../shared/session/session.ts';
import { useShownBalance } from '../../shared/session/shown-balance.ts';
import { useCoinsText } from '../../shared/wallet/coins-text.ts';
import { hasPage } from '../pages.ts';
import styles from './coin-balance.module.css';

/**
 * The balance as a link to the wallet. From a live, the wallet links back to that live. Visitors see a hint to log in.
 */
export function CoinBalance() {
  const { t } = useLingui();
  const coinsText = useCoinsText();
  const { status } = useSession();
  const balance = useShownBalance();
  const { pathname } = useLocation();
  const amount = balance === null ? '–' : formatCoins(balance);
  const label = balance === null ? amount : coinsText(balance);
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
  const from = pathname.startsWith('/live') ? `?from=${pathname}` : '';
  if (status === 'signed_out') {
    const hint = t`Log in to top up coins`;
    return (
      <Link to={`/wallet${from}`} aria-label={hint} title={hint} className={styles.visitor}>
        <CoinMark size={24} />
      </Link>
    );
  }
  return (
    <Link to={`/wallet${from}`} aria-label={t`Wallet: ${label}`} className={styles.balance}>
      {content}
      <span className={styles.add}>
        <Plus size={16} aria-hidden="true" />
      </span>
    </Link>
  );
}
