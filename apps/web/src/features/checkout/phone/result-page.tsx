import { msg } from '@lingui/core/macro';
import type { PageMeta, PageMetaArgs } from '../../../shared/page-meta.ts';
import { OrderGate } from '../core/order-gate.tsx';
import { orderPath } from '../core/order-path.ts';
import { OrderResult, ResultNext } from '../core/order-result.tsx';
import { ActionBar } from './action-bar.tsx';
import flow from './flow-frame.module.css';
import { FLOW_PATHS } from './flow-paths.ts';

export const meta = ({ i18n }: PageMetaArgs): PageMeta => ({
  title: i18n._(msg`Payment result`),
  noindex: true,
});

/** `/wallet/mobile-payment/result?order=`: the current result of a payment. Providers redirect here. */
export function Component() {
  return (
    <div className={flow.page}>
      <OrderGate coinPath={FLOW_PATHS.coin}>
        {(order) => (
          <>
            <OrderResult order={order} />
            <ActionBar
              action={
                <ResultNext
                  order={order}
                  paths={{
                    coin: FLOW_PATHS.coin,
                    method: FLOW_PATHS.method(order.order_id),
                    paying: orderPath(order, 'phone'),
                  }}
                />
              }
            />
          </>
        )}
      </OrderGate>
    </div>
  );
}
