import { useLingui } from '@lingui/react/macro';
import { formatCoins } from '@sangwian/i18n/format-number';
import { Button, buttonClass } from '@sangwian/ui/button';
import { Card } from '@sangwian/ui/card';
import { CoinMark } from '@sangwian/ui/marks';
import { History, Ticket } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import { useHasPage } from '../../../shared/navigation/has-page.ts';
import { useWallet } from '../../../shared/wallet/use-wallet.ts';
import { LaterRedeemDialog } from '../../redeem/later-redeem-dialog.ts';
import styles from './balance-card.module.css';

/** The balance, live; what is owed; the way to the history and to a code. */
export function BalanceCard() {
  const { t } = useLingui();
  const hasPage = useHasPage();
  const { balance, owed } = useWallet();
  const [redeeming, setRedeeming] = useState(false);
  const debt = formatCoins(owed);
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
          {t`${debt} coins of a refunded payment are still owed. The next coins that come in settle them; until then none can be spent.`}
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
        {redeeming ? <LaterRedeemDialog onClose={() => setRedeeming(false)} /> : null}
      </Suspense>
    </Card>
  );
}
