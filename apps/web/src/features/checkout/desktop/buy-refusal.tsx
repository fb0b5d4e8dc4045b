import { useLingui } from '@lingui/react/macro';
import { formatMoney } from '@sangwian/i18n/format-number';
import { Notice } from '@sangwian/ui/notice';
import { Link } from 'react-router';
import type { Refusal } from '../../../shared/api/refusal.ts';
import { useErrorText } from '../../../shared/api/use-error-text.ts';
import { useHasPage } from '../../../shared/navigation/has-page.ts';
import { useSiteConfig } from '../../../shared/site-config.ts';
import styles from './buy-refusal.module.css';

interface BuyRefusalProps {
  readonly refusal: Refusal | null;
  /** The current price in satang. */
  readonly satang: number | null;
}

function NextStep({ status, satang }: { readonly status: string; readonly satang: number | null }) {
  const { t } = useLingui();
  const { contactUrl } = useSiteConfig();
  const hasPage = useHasPage();
  if (status === 'price_changed' && satang !== null) {
    const price = formatMoney(satang);
    return <p>{t`The price is now ฿${price}. Press again to buy at this price.`}</p>;
  }
  if (status === 'buyer_too_young' && contactUrl !== '') {
    return (
      <a href={contactUrl} target="_blank" rel="noopener" className={styles.link}>
        {t`Contact Admin`}
      </a>
    );
  }
  if (status === 'order_limit_reached' && hasPage('/profile/coin-history')) {
    return (
      <Link to="/profile/coin-history?tab=payments" className={styles.link}>
        {t`Open orders`}
      </Link>
    );
  }
  if (status === 'spending_limit_reached' || status === 'self_excluded') {
    return (
      <Link to="/profile/spending" className={styles.link}>
        {t`Spending limits`}
      </Link>
    );
  }
  return null;
}

/** Shows the reason of a refusal and the next step. */
export function BuyRefusal({ refusal, satang }: BuyRefusalProps) {
  const sentence = useErrorText(refusal);
  return (
    <Notice tone="danger">
      {refusal && sentence ? (
        <>
          <p>{sentence}</p>
          <NextStep status={refusal.status} satang={satang} />
        </>
      ) : null}
    </Notice>
  );
}
