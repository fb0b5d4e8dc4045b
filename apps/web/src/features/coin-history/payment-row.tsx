import { useLingui } from '@lingui/react/macro';
import type { Order } from '@sangwian/contract/endpoints/orders';
import { formatDateTime } from '@sangwian/i18n/format-date';
import { formatMoney } from '@sangwian/i18n/format-number';
import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router';
import { useCoinsText } from '../../shared/wallet/coins-text.ts';
import { METHOD_WORDS } from '../checkout/core/order-words.ts';
import { OrderStatusTag } from './order-status-tag.tsx';
import styles from './payment-row.module.css';

/** An order with its time, method and status, and a link to the receipt. */
export function PaymentRow({ order }: { readonly order: Order }) {
  const { i18n } = useLingui();
  const coins = useCoinsText()(order.base_coins + order.bonus_coins);
  return (
    <li className={styles.item}>
      <Link to={{ search: `order=${order.order_id}` }} className={styles.row}>
        <span className={styles.words}>
          <span className={styles.label}>{coins}</span>
          <span className={styles.facts}>
            <time dateTime={order.created_at}>{formatDateTime(order.created_at)}</time>
            {order.method ? <span>{i18n._(METHOD_WORDS[order.method])}</span> : null}
          </span>
        </span>
        <span className={styles.end}>
          <span className={styles.amount}>฿{formatMoney(order.satang)}</span>
          <OrderStatusTag status={order.status} />
        </span>
        <ChevronRight size={20} aria-hidden="true" className={styles.chevron} />
      </Link>
    </li>
  );
}
