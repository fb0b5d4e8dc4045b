import { useLingui } from '@lingui/react/macro';
import type { Order } from '@sangwian/contract/endpoints/orders';
import { formatCoins, formatMoney } from '@sangwian/i18n/format-number';
import { cardClass } from '@sangwian/ui/card';
import { classNames } from '@sangwian/ui/class-names';
import { CoinMark } from '@sangwian/ui/marks';
import { useCoinsText } from '../../../shared/wallet/coins-text.ts';
import { coinsOf } from './order-state.ts';
import styles from './order-summary.module.css';

/** The coins and the price of an order. */
export function OrderSummary({ order }: { readonly order: Order }) {
  const { t } = useLingui();
  const coinsText = useCoinsText();
  const base = formatCoins(order.base_coins);
  const bonus = formatCoins(order.bonus_coins);
  return (
    <div className={classNames(cardClass, styles.summary)}>
      <CoinMark size={36} />
      <div>
        <p className={styles.coins}>{coinsText(coinsOf(order))}</p>
        {order.bonus_coins > 0 ? (
          <p className={styles.bonus}>{t`${base} + bonus ${bonus}`}</p>
        ) : null}
      </div>
      <p className={styles.price}>฿{formatMoney(order.satang)}</p>
    </div>
  );
}
