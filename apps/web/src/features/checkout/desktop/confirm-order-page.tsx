import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { Order, PaymentAttempt, PaymentMethod } from '@sangwian/contract/endpoints/orders';
import { buttonClass } from '@sangwian/ui/button';
import { Card } from '@sangwian/ui/card';
import { Link, Navigate, useSearchParams } from 'react-router';
import type { PageMeta, PageMetaArgs } from '../../../shared/page-meta.ts';
import { AttemptPayment, BetweenAttempts, WaitingForPayment } from '../core/attempt-payment.tsx';
import { OrderGate } from '../core/order-gate.tsx';
import { isPayable, openAttempt } from '../core/order-state.ts';
import { METHOD_WORDS } from '../core/order-words.ts';
import type { FollowedOrder } from '../core/use-order.ts';
import { WALLET_PATHS } from '../core/wallet-paths.ts';
import styles from './confirm-order-page.module.css';
import { FlowFrame } from './flow-frame.tsx';
import { OrderAside } from './order-aside.tsx';
import { ReviewOrder } from './review-order.tsx';

export const meta = ({ i18n }: PageMetaArgs): PageMeta => ({
  title: i18n._(msg`Confirm the order`),
  noindex: true,
});

/**
 * A copy of the contract's list, because importing that list would load the contract's schemas in the browser. The type
 * check keeps both lists equal.
 */
const METHODS: readonly string[] = Object.keys(METHOD_WORDS);

interface OrderProps {
  readonly order: Order;
  readonly followed: FollowedOrder;
}

/** Shows the open payment (a QR code, a transfer or the provider's page) with a link to other methods. */
function Paying({ order, followed, attempt }: OrderProps & { readonly attempt: PaymentAttempt }) {
  const { t, i18n } = useLingui();
  const needsSlip = attempt.method === 'promptpay_slip' || attempt.method === 'bank_transfer';
  const methodPath = WALLET_PATHS.options(order.order_id);
  const method = i18n._(METHOD_WORDS[attempt.method]);
  return (
    <FlowFrame
      title={method}
      step="pay"
      back={methodPath}
      aside={<OrderAside order={order} followed={followed} />}
    >
      <Card className={styles.card} aria-label={method}>
        <AttemptPayment
          key={attempt.attempt_id}
          order={order}
          attempt={attempt}
          followed={followed}
          methodPath={methodPath}
        />
        {needsSlip ? (
          <Link
            to={WALLET_PATHS.slip(order.order_id)}
            className={buttonClass({ variant: 'gold', wide: true })}
          >
            {t`I have paid: send the slip`}
          </Link>
        ) : (
          <WaitingForPayment />
        )}
        <Link to={methodPath} className={buttonClass({ variant: 'quiet', wide: true })}>
          {t`Another payment method`}
        </Link>
      </Card>
    </FlowFrame>
  );
}

/** Shown between two attempts. Refreshes the order and offers the payment methods. */
function Between({ order, followed }: OrderProps) {
  const { t } = useLingui();
  const methodPath = WALLET_PATHS.options(order.order_id);
  return (
    <FlowFrame
      title={t`Pay`}
      step="pay"
      back={methodPath}
      aside={<OrderAside order={order} followed={followed} />}
    >
      <BetweenAttempts followed={followed} methodPath={methodPath} />
    </FlowFrame>
  );
}

function Confirm({ order, followed }: OrderProps) {
  const [search] = useSearchParams();
  const requested = search.get('method');
  const attempt = openAttempt(order);
  if (attempt && (requested === null || requested === attempt.method)) {
    return <Paying order={order} followed={followed} attempt={attempt} />;
  }
  if (requested !== null && METHODS.includes(requested)) {
    const method = requested as PaymentMethod;
    return <ReviewOrder key={method} order={order} followed={followed} method={method} />;
  }
  if (order.status === 'pending') return <Between order={order} followed={followed} />;
  return <Navigate to={WALLET_PATHS.options(order.order_id)} replace />;
}

/** `/wallet/confirm-order?order=&method=`: the review of the order, then its open payment. */
export function Component() {
  return (
    <OrderGate coinPath={WALLET_PATHS.store}>
      {(order, followed) =>
        isPayable(order) ? (
          <Confirm order={order} followed={followed} />
        ) : (
          <Navigate to={WALLET_PATHS.result(order.order_id)} replace />
        )
      }
    </OrderGate>
  );
}
