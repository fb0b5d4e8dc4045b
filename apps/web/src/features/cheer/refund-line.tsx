import { useLingui } from '@lingui/react/macro';
import type { GiftRefunded } from '@sangwian/contract/sockets/event-namespace';
import { CoinMark } from '@sangwian/ui/marks';
import { useEffect, useState } from 'react';
import { useLanguage } from '../../shared/language/use-language.ts';
import { useCoinsText } from '../../shared/wallet/coins-text.ts';
import styles from './refund-line.module.css';

const SHOWN_MS = 10_000;

/** Shows one refund for a limited time. */
export function RefundLine({ refund }: { readonly refund: GiftRefunded }) {
  const { t } = useLingui();
  const { text } = useLanguage();
  const coins = useCoinsText()(refund.coins);
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), SHOWN_MS);
    return () => clearTimeout(timer);
  }, []);
  const bout = text(refund.title);
  if (isOver) return null;
  return (
    <div className={styles.notice}>
      <p className={styles.card}>
        <CoinMark size={24} />
        {refund.reason === 'corrected'
          ? t`Result corrected. ${coins} refunded: ${bout}`
          : t`${coins} refunded: ${bout}`}
      </p>
    </div>
  );
}
