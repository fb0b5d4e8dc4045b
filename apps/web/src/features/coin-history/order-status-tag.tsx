import { useLingui } from '@lingui/react/macro';
import type { OrderStatus } from '@sangwian/contract/endpoints/orders';
import { classNames } from '@sangwian/ui/class-names';
import { STATUS_WORDS } from '../checkout/core/order-words.ts';
import styles from './order-status-tag.module.css';

const TONES: Record<OrderStatus, 'open' | 'good' | 'bad' | 'over'> = {
  waiting: 'open',
  pending: 'open',
  awaiting_confirmation: 'open',
  paid: 'good',
  failed: 'bad',
  expired: 'over',
  cancelled: 'over',
  refunded: 'over',
  charged_back: 'bad',
};

export function OrderStatusTag({ status }: { readonly status: OrderStatus }) {
  const { i18n } = useLingui();
  return (
    <span className={classNames(styles.tag, styles[TONES[status]])}>
      {i18n._(STATUS_WORDS[status])}
    </span>
  );
}
