import { Trans, useLingui } from '@lingui/react/macro';
import { lazy, Suspense } from 'react';
import { Navigate, Route, Routes } from 'react-router';
import { useMay } from '../../shared/session/permissions.ts';
import { BarContent } from '../../shared/ui/bar-content.tsx';
import { Skeleton } from '../../shared/ui/states.tsx';
import { Tabs } from '../../shared/ui/tabs.tsx';
import { SlipsPage } from './slips-page.tsx';

// Cashiers start at the slips. Tables and charts load with the first page that shows them.
const OrdersPage = lazy(async () => ({ default: (await import('./orders-page.tsx')).OrdersPage }));
const OutagesPage = lazy(async () => ({
  default: (await import('./outages-page.tsx')).OutagesPage,
}));
const RefundsPage = lazy(async () => ({
  default: (await import('./refunds-page.tsx')).RefundsPage,
}));
const ReportsPage = lazy(async () => ({
  default: (await import('./reports-page.tsx')).ReportsPage,
}));
const WebhooksPage = lazy(async () => ({
  default: (await import('./webhooks-page.tsx')).WebhooksPage,
}));

/** Money: slips, orders, refunds, webhooks and reports. A viewer sees only the reports. */
export function Component() {
  const { t } = useLingui();
  const managesOrders = useMay('manage_orders');
  const refundsOutages = useMay('refund_outages');
  const start = managesOrders ? '/money/slips' : '/money/reports';
  return (
    <>
      <BarContent title={t`Money`}>
        <Tabs
          label={t`Pages of this place`}
          tabs={[
            ...(managesOrders
              ? [
                  { to: '/money/slips', label: <Trans>Slips</Trans> },
                  { to: '/money/orders', label: <Trans>Orders</Trans> },
                  { to: '/money/refunds', label: <Trans>Refunds</Trans> },
                  { to: '/money/webhooks', label: <Trans>Webhooks</Trans> },
                ]
              : []),
            ...(refundsOutages ? [{ to: '/money/outages', label: <Trans>Outages</Trans> }] : []),
            { to: '/money/reports', label: <Trans>Reports</Trans> },
          ]}
        />
      </BarContent>
      <Suspense fallback={<Skeleton rows={8} />}>
        <Routes>
          {managesOrders ? (
            <>
              <Route path="slips" element={<SlipsPage />} />
              <Route path="orders" element={<OrdersPage />} />
              <Route path="refunds" element={<RefundsPage />} />
              <Route path="webhooks" element={<WebhooksPage />} />
            </>
          ) : null}
          {refundsOutages ? <Route path="outages" element={<OutagesPage />} /> : null}
          <Route path="reports" element={<ReportsPage />} />
          <Route path="*" element={<Navigate to={start} replace />} />
        </Routes>
      </Suspense>
    </>
  );
}
