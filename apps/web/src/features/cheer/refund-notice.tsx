import { useLingui } from '@lingui/react/macro';
import { CoinMark } from '@sangwian/ui/marks';
import { useEffect } from 'react';
import { useLanguage } from '../../shared/language/use-language.ts';
import { useStore } from '../../shared/store.ts';
import { useCoinsText } from '../../shared/wallet/coins-text.ts';
import type { CheerState } from './cheer-state.ts';
import styles from './refund-notice.module.css';

const SHOWN_MS = 10_000;

/** Announces refunded gifts over the page, without a layout shift. */
export function RefundNotice({ cheer }: { readonly cheer: CheerState }) {
  const { t } = useLingui();
  const { text } = useLanguage();
  const refund = useStore(cheer.refund, null);
  useEffect(() => {
    if (refund === null) return;
    const timer = setTimeout(() => cheer.refund.set(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [cheer, refund]);
  const coins = useCoinsText()(refund?.coins ?? 0);
  const bout = refund === null ? '' : text(refund.title);
  return (
    <div role="status" className={styles.notice}>
      {refund === null ? null : (
        <p className={styles.card}>
          <CoinMark size={24} />
          {refund.reason === 'corrected'
            ? t`Result corrected. ${coins} refunded: ${bout}`
            : t`${coins} refunded: ${bout}`}
        </p>
      )}
    </div>
  );
}
