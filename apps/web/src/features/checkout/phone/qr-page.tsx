import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { Order, PaymentAttempt } from '@sangwian/contract/endpoints/orders';
import { Button, buttonClass } from '@sangwian/ui/button';
import { useState } from 'react';
import { Link, Navigate } from 'react-router';
import { ClosableDialog } from '../../../shared/dialogs/closable-dialog.tsx';
import type { PageMeta, PageMetaArgs } from '../../../shared/page-meta.ts';
import { AttemptPayment, BetweenAttempts, WaitingForPayment } from '../core/attempt-payment.tsx';
import { CancelOrder } from '../core/cancel-order.tsx';
import { OrderGate } from '../core/order-gate.tsx';
import { orderPath } from '../core/order-path.ts';
import { openAttempt, stageOf } from '../core/order-state.ts';
import { OrderSummary } from '../core/order-summary.tsx';
import { SlipForm } from '../core/slip-form.tsx';
import type { FollowedOrder } from '../core/use-order.ts';
import { ActionBar } from './action-bar.tsx';
import { FlowFrame } from './flow-frame.tsx';
import { FLOW_PATHS } from './flow-paths.ts';
import styles from './qr-page.module.css';

export const meta = ({ i18n }: PageMetaArgs): PageMeta => ({
  title: i18n._(msg`Pay`),
  noindex: true,
});

interface PayingProps {
  readonly order: Order;
  readonly attempt: PaymentAttempt;
  readonly followed: FollowedOrder;
}

/** Uploads the slip of a transfer. The upload changes the stage of the order, and the page navigates to that stage. */
function SendSlip({ followed }: { readonly followed: FollowedOrder }) {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <ActionBar
        action={
          <Button variant="gold" wide onClick={() => setOpen(true)}>
            {t`I have paid: send the slip`}
          </Button>
        }
      />
      {open ? (
        <ClosableDialog title={t`Send the slip`} onClose={close}>
          <SlipForm followed={followed} onSent={close} />
        </ClosableDialog>
      ) : null}
    </>
  );
}

function Paying({ order, attempt, followed }: PayingProps) {
  const { t } = useLingui();
  const needsSlip = attempt.method === 'promptpay_slip' || attempt.method === 'bank_transfer';
  return (
    <>
      <OrderSummary order={order} />
      <AttemptPayment
        key={attempt.attempt_id}
        order={order}
        attempt={attempt}
        followed={followed}
        methodPath={FLOW_PATHS.method(order.order_id)}
      />
      <WaitingForPayment />
      <div className={styles.others}>
        <Link
          to={FLOW_PATHS.method(order.order_id)}
          className={buttonClass({ variant: 'quiet', wide: true })}
        >
          {t`Another payment method`}
        </Link>
        <CancelOrder order={order} onCancelled={followed.keep} />
      </div>
      {needsSlip ? <SendSlip followed={followed} /> : null}
    </>
  );
}

/**
 * `/wallet/mobile-payment/qr?order=`: the QR code, or the instructions of the chosen method. When the order is paid or
 * ends, navigates to its result.
 */
export function Component() {
  const { t } = useLingui();
  return (
    <FlowFrame title={t`Pay`} step={3}>
      <OrderGate coinPath={FLOW_PATHS.coin}>
        {(order, followed) => {
          if (stageOf(order) !== 'paying')
            return <Navigate to={orderPath(order, 'phone')} replace />;
          const attempt = openAttempt(order);
          if (attempt === null)
            return (
              <BetweenAttempts followed={followed} methodPath={FLOW_PATHS.method(order.order_id)} />
            );
          return <Paying order={order} attempt={attempt} followed={followed} />;
        }}
      </OrderGate>
    </FlowFrame>
  );
}
