import { useLingui } from '@lingui/react/macro';
import { formatCoins } from '@sangwian/i18n/format-number';
import { CoinMark } from '@sangwian/ui/marks';
import { useEffect } from 'react';
import { useLanguage } from '../../shared/language/use-language.ts';
import { useStore } from '../../shared/store.ts';
import type { CheerRoom } from './cheer-room.ts';
import styles from './refund-notice.module.css';

const SHOWN_MS = 10_000;

/** Gifts to a bout came back: said over the page, so that nothing moves. */
export function RefundNotice({ room }: { readonly room: CheerRoom }) {
  const { t } = useLingui();
  const { text } = useLanguage();
  const refund = useStore(room.refund, null);
  useEffect(() => {
    if (refund === null) return;
    const timer = setTimeout(() => room.refund.set(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [room, refund]);
  const coins = formatCoins(refund?.coins ?? 0);
  const bout = refund === null ? '' : text(refund.title);
  return (
    <div role="status" className={styles.notice}>
      {refund === null ? null : (
        <p className={styles.card}>
          <CoinMark size={24} />
          {refund.reason === 'corrected'
            ? t`The result was corrected. ${coins} coins came back to you: ${bout}`
            : t`${coins} coins came back to you: ${bout}`}
        </p>
      )}
    </div>
  );
}
