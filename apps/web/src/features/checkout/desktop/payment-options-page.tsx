import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { Order, PaymentMethod, PaymentOption } from '@sangwian/contract/endpoints/orders';
import { Button } from '@sangwian/ui/button';
import { useState } from 'react';
import { Navigate, useLoaderData, useNavigate, useSearchParams } from 'react-router';
import type { PageMeta, PageMetaArgs } from '../../../shared/page-meta.ts';
import { CardForm } from '../core/card-form.tsx';
import { MethodList } from '../core/method-list.tsx';
import { NoMethods } from '../core/no-methods.tsx';
import { OrderGate } from '../core/order-gate.tsx';
import { isPayable, openAttempt } from '../core/order-state.ts';
import { offersFor } from '../core/payment-methods.ts';
import { ResumePayment } from '../core/resume-payment.tsx';
import type { FollowedOrder } from '../core/use-order.ts';
import { loadPaymentOptions } from '../core/wallet-data.ts';
import { WALLET_PATHS } from '../core/wallet-paths.ts';
import { chosenCard } from './chosen-card.ts';
import { FlowFrame } from './flow-frame.tsx';
import { OrderAside } from './order-aside.tsx';

export const loader = loadPaymentOptions;

export const meta = ({ i18n }: PageMetaArgs): PageMeta => ({
  title: i18n._(msg`How do you want to pay?`),
  noindex: true,
});

interface MethodsProps {
  readonly order: Order;
  readonly options: readonly PaymentOption[];
}

function Methods({ order, options }: MethodsProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [search, setSearch] = useSearchParams();
  const fitting = offersFor(options, order.satang).filter(({ fits }) => fits === 'yes');
  const requested = search.get('method') ?? order.method;
  const [picked, setPicked] = useState<string | null>(requested);
  const option = fitting.find(({ option: one }) => one.method === picked)?.option ?? null;
  // The choice is also in the URL, so that the back button restores it.
  const choose = (method: PaymentMethod) => {
    setPicked(method);
    setSearch({ order: order.order_id, method }, { replace: true, preventScrollReset: true });
  };
  const confirm = (method: PaymentMethod) =>
    void navigate(WALLET_PATHS.confirm(order.order_id, method));
  return (
    <>
      <MethodList
        options={options}
        satang={order.satang}
        chosen={option?.method ?? null}
        onChoose={choose}
      >
        {option?.tokeniser ? (
          <CardForm
            tokeniser={option.tokeniser}
            action={t`Continue`}
            onToken={(card) => {
              chosenCard.change({ order_id: order.order_id, ...card });
              confirm('card');
            }}
          />
        ) : null}
      </MethodList>
      {option?.tokeniser ? null : (
        <Button
          variant="gold"
          wide
          disabled={option === null}
          onClick={() => (option ? confirm(option.method) : undefined)}
        >
          {t`Continue`}
        </Button>
      )}
    </>
  );
}

function Page({ order, followed }: { readonly order: Order; readonly followed: FollowedOrder }) {
  const { t } = useLingui();
  const options = useLoaderData<typeof loader>();
  return (
    <FlowFrame
      title={t`How do you want to pay?`}
      step="method"
      back={WALLET_PATHS.store}
      aside={<OrderAside order={order} followed={followed} />}
    >
      {order.status === 'pending' && openAttempt(order) !== null ? (
        <ResumePayment to={WALLET_PATHS.confirm(order.order_id)} />
      ) : null}
      {options === null || options.length === 0 ? (
        <NoMethods />
      ) : (
        <Methods order={order} options={options} />
      )}
    </FlowFrame>
  );
}

/** `/wallet/payment-options?order=`: the payment methods, with the card form. */
export function Component() {
  return (
    <OrderGate coinPath={WALLET_PATHS.store}>
      {(order, followed) =>
        isPayable(order) ? (
          <Page key={order.order_id} order={order} followed={followed} />
        ) : (
          <Navigate to={WALLET_PATHS.result(order.order_id)} replace />
        )
      }
    </OrderGate>
  );
}
