import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { Order } from '@sangwian/contract/endpoints/orders';
import { Card } from '@sangwian/ui/card';
import { Navigate, useNavigate } from 'react-router';
import type { PageMeta, PageMetaArgs } from '../../../shared/page-meta.ts';
import { OrderGate } from '../core/order-gate.tsx';
import { OrderSummary } from '../core/order-summary.tsx';
import { SlipForm } from '../core/slip-form.tsx';
import type { FollowedOrder } from '../core/use-order.ts';
import { WALLET_PATHS } from '../core/wallet-paths.ts';
import styles from './confirm-order-page.module.css';
import { FlowFrame } from './flow-frame.tsx';

export const meta = ({ i18n }: PageMetaArgs): PageMeta => ({
  title: i18n._(msg`Send the slip`),
  noindex: true,
});

/** Returns whether the order accepts a slip: for an open transfer, or to replace an unconfirmed slip. */
const takesSlip = ({ status, attempt }: Order): boolean =>
  (status === 'pending' || status === 'awaiting_confirmation' || status === 'failed') &&
  (attempt?.method === 'bank_transfer' || attempt?.method === 'promptpay_slip');

function Page({ order, followed }: { readonly order: Order; readonly followed: FollowedOrder }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  return (
    <FlowFrame
      title={t`Send the slip`}
      step="pay"
      back={WALLET_PATHS.confirm(order.order_id)}
      aside={<OrderSummary order={order} />}
    >
      <Card className={styles.card} aria-label={t`Send the slip`}>
        <SlipForm
          followed={followed}
          onSent={() => void navigate(WALLET_PATHS.result(order.order_id), { replace: true })}
        />
      </Card>
    </FlowFrame>
  );
}

/** `/wallet/confirm-order/upload-slip?order=`: the slip of a transfer. */
export function Component() {
  return (
    <OrderGate coinPath={WALLET_PATHS.store}>
      {(order, followed) =>
        takesSlip(order) ? (
          <Page order={order} followed={followed} />
        ) : (
          <Navigate to={WALLET_PATHS.result(order.order_id)} replace />
        )
      }
    </OrderGate>
  );
}
