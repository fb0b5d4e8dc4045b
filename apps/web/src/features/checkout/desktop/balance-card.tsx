import { useLingui } from '@lingui/react/macro';
import { formatCoins } from '@sangwian/i18n/format-number';
import { Button, buttonClass } from '@sangwian/ui/button';
import { Card } from '@sangwian/ui/card';
import { CoinMark } from '@sangwian/ui/marks';
import { History, Ticket } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import { useHasPage } from '../../../shared/navigation/has-page.ts';
import { useCoinsText } from '../../../shared/wallet/coins-text.ts';
import { useWallet } from '../../../shared/wallet/use-wallet.ts';
import { LazyRedeemDialog } from '../../redeem/lazy-redeem-dialog.ts';
import styles from './balance-card.module.css';

/** Shows the balance and the debt, with links to the coin history and to redeem a code. */
export function BalanceCard() {
  const { t } = useLingui();
  const hasPage = useHasPage();
  const { balance, owed } = useWallet();
  const [redeeming, setRedeeming] = useState(false);
  const debt = useCoinsText()(owed);
  return (
    <Card aria-label={t`Your coins`} className={styles.card}>
      <div className={styles.balance}>
        <CoinMark size={40} />
        <p className={styles.words}>
          <span className={styles.label}>{t`Your coins`}</span>
          <span className={styles.amount} aria-live="polite">
            {balance === null ? '–' : formatCoins(balance)}
          </span>
        </p>
      </div>
      {owed > 0 ? (
        <p className={styles.owed}>
          {t`You owe ${debt} from a refunded payment. Your next coins pay this off first; until then you cannot spend any.`}
        </p>
      ) : null}
      <div className={styles.actions}>
        {hasPage('/profile/coin-history') ? (
          <Link to="/profile/coin-history" className={buttonClass({ size: 'small' })}>
            <History size={18} aria-hidden="true" />
            {t`History`}
          </Link>
        ) : null}
        <Button size="small" onClick={() => setRedeeming(true)}>
          <Ticket size={18} aria-hidden="true" />
          {t`Redeem a code`}
        </Button>
      </div>
      <Suspense fallback={null}>
        {redeeming ? <LazyRedeemDialog onClose={() => setRedeeming(false)} /> : null}
      </Suspense>
    </Card>
  );
}
