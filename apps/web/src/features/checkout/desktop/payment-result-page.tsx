import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { Order } from '@sangwian/contract/endpoints/orders';
import { buttonClass } from '@sangwian/ui/button';
import { Link, Navigate } from 'react-router';
import type { PageMeta, PageMetaArgs } from '../../../shared/page-meta.ts';
import { OrderGate } from '../core/order-gate.tsx';
import { orderPath } from '../core/order-path.ts';
import { OrderResult, ResultNext } from '../core/order-result.tsx';
import { openAttempt } from '../core/order-state.ts';
import { authorizeUrlOf } from '../core/use-pay.ts';
import { WALLET_PATHS } from '../core/wallet-paths.ts';
import styles from './payment-result-page.module.css';

export const meta = ({ i18n }: PageMetaArgs): PageMeta => ({
  title: i18n._(msg`Payment result`),
  noindex: true,
});

/** Offers to send another slip after a rejected or unconfirmed one. */
function AnotherSlip({ order }: { readonly order: Order }) {
  const { t } = useLingui();
  const isRejected = order.slip?.status === 'rejected';
  if (!isRejected && !(order.slip && order.status === 'awaiting_confirmation')) return null;
  return (
    <Link to={WALLET_PATHS.slip(order.order_id)} className={buttonClass({ wide: true })}>
      {t`Send another slip`}
    </Link>
  );
}

/**
 * A pending payment by QR code or transfer continues on its own page. This page shows a pending payment only after a
 * provider's redirect.
 */
const isPaidHere = (order: Order): boolean =>
  order.status === 'pending' && openAttempt(order) !== null && authorizeUrlOf(order) === null;

function Result({ order }: { readonly order: Order }) {
  return (
    <OrderResult order={order}>
      <div className={styles.next}>
        <ResultNext
          order={order}
          paths={{
            coin: WALLET_PATHS.store,
            method: WALLET_PATHS.options(order.order_id),
            paying: orderPath(order, 'desktop'),
          }}
        />
        <AnotherSlip order={order} />
      </div>
    </OrderResult>
  );
}

/** `/wallet/payment-options/payment-result?order=`: the current result of a payment. Providers redirect here. */
export function Component() {
  return (
    <div className={styles.page}>
      <OrderGate coinPath={WALLET_PATHS.store}>
        {(order) =>
          isPaidHere(order) ? (
            <Navigate to={orderPath(order, 'desktop')} replace />
          ) : (
            <Result order={order} />
          )
        }
      </OrderGate>
    </div>
  );
}
