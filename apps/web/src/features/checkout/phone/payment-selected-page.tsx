import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { Order, PaymentMethod, PaymentOption } from '@sangwian/contract/endpoints/orders';
import { formatMoney } from '@sangwian/i18n/format-number';
import { Button } from '@sangwian/ui/button';
import { Notice } from '@sangwian/ui/notice';
import { useState } from 'react';
import { Navigate, useLoaderData, useNavigate } from 'react-router';
import { useErrorText } from '../../../shared/api/use-error-text.ts';
import type { PageMeta, PageMetaArgs } from '../../../shared/page-meta.ts';
import { CancelOrder } from '../core/cancel-order.tsx';
import { CardForm } from '../core/card-form.tsx';
import { Countdown } from '../core/countdown.tsx';
import { MethodList } from '../core/method-list.tsx';
import { NoMethods } from '../core/no-methods.tsx';
import { OrderGate } from '../core/order-gate.tsx';
import { orderPath } from '../core/order-path.ts';
import { isPayable } from '../core/order-state.ts';
import { OrderSummary } from '../core/order-summary.tsx';
import { offersFor } from '../core/payment-methods.ts';
import { ResumePayment } from '../core/resume-payment.tsx';
import type { FollowedOrder } from '../core/use-order.ts';
import { usePay } from '../core/use-pay.ts';
import { loadPaymentOptions } from '../core/wallet-data.ts';
import { ActionBar } from './action-bar.tsx';
import { FlowFrame } from './flow-frame.tsx';
import { FLOW_PATHS, useReturnPath } from './flow-paths.ts';

export const loader = loadPaymentOptions;

export const meta = ({ i18n }: PageMetaArgs): PageMeta => ({
  title: i18n._(msg`How to pay`),
  noindex: true,
});

interface MethodsProps {
  readonly order: Order;
  readonly followed: FollowedOrder;
  readonly options: readonly PaymentOption[];
}

function Methods({ order, followed, options }: MethodsProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const offers = offersFor(options, order.satang);
  const first = offers.find(({ fits }) => fits === 'yes')?.option.method ?? null;
  const [picked, setPicked] = useState<PaymentMethod | null>(order.method);
  const method =
    offers.find(({ option, fits }) => fits === 'yes' && option.method === picked)?.option.method ??
    first;
  const { busy, refusal, newSatang, pay } = usePay(followed, useReturnPath(), (started) => {
    void navigate(orderPath(started, 'phone'));
  });
  const refusalText = useErrorText(refusal);
  const price = formatMoney(newSatang ?? order.satang);
  const tokeniser = options.find((option) => option.method === method)?.tokeniser ?? null;
  const byCard = method === 'card' && tokeniser !== null;
  const payLabel = t`Pay ฿${price}`;
  return (
    <>
      <OrderSummary order={order} />
      {order.status === 'pending' ? <ResumePayment to={orderPath(order, 'phone')} /> : null}
      <Countdown
        until={order.expires_at}
        clockSkewMs={followed.clockSkewMs}
        onOver={() => void followed.refresh()}
      />
      <MethodList options={options} satang={order.satang} chosen={method} onChoose={setPicked}>
        {byCard ? (
          <CardForm
            tokeniser={tokeniser}
            action={payLabel}
            onToken={({ token }) => void pay('card', token)}
          />
        ) : null}
      </MethodList>
      <CancelOrder order={order} onCancelled={followed.keep} />
      <Notice tone="danger">{refusalText}</Notice>
      {byCard ? null : (
        <ActionBar
          action={
            <Button
              variant="gold"
              wide
              aria-disabled={busy || method === null}
              onClick={() => (method ? void pay(method) : undefined)}
            >
              {busy ? t`One moment…` : payLabel}
            </Button>
          }
        />
      )}
    </>
  );
}

/** `/wallet/mobile-payment/payment-selected?order=`: choosing the payment method. */
export function Component() {
  const { t } = useLingui();
  const options = useLoaderData<typeof loader>();
  return (
    <FlowFrame title={t`How to pay`} step={2} back={FLOW_PATHS.coin}>
      <OrderGate coinPath={FLOW_PATHS.coin}>
        {(order, followed) => {
          if (!isPayable(order)) return <Navigate to={orderPath(order, 'phone')} replace />;
          if (options === null || options.length === 0) return <NoMethods />;
          return <Methods order={order} followed={followed} options={options} />;
        }}
      </OrderGate>
    </FlowFrame>
  );
}
