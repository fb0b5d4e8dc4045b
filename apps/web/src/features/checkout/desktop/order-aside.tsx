import { useLingui } from '@lingui/react/macro';
import type { Order } from '@sangwian/contract/endpoints/orders';
import { Card } from '@sangwian/ui/card';
import { CancelOrder } from '../core/cancel-order.tsx';
import { Countdown } from '../core/countdown.tsx';
import { openAttempt } from '../core/order-state.ts';
import { OrderSummary } from '../core/order-summary.tsx';
import type { FollowedOrder } from '../core/use-order.ts';
import styles from './order-aside.module.css';

interface OrderAsideProps {
  readonly order: Order;
  readonly followed: FollowedOrder;
}

/** The order summary with deadline, number and cancel button. */
export function OrderAside({ order, followed }: OrderAsideProps) {
  const { t } = useLingui();
  return (
    <>
      <OrderSummary order={order} />
      <Card className={styles.more} aria-label={t`Order`}>
        <p className={styles.number}>
          {t`Order number`} <strong>{order.number}</strong>
        </p>
        {/* An open attempt has its own countdown. */}
        {openAttempt(order) === null ? (
          <Countdown
            until={order.expires_at}
            clockSkewMs={followed.clockSkewMs}
            onOver={() => void followed.refresh()}
          />
        ) : null}
        <CancelOrder order={order} onCancelled={followed.keep} />
      </Card>
    </>
  );
}
