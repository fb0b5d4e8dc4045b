import { lazy, Suspense } from 'react';
import { useStore } from '../../shared/store.ts';
import type { CheerState } from './cheer-state.ts';

const LazyRefundLine = lazy(async () => ({
  default: (await import('./refund-line.tsx')).RefundLine,
}));

/** Announces refunded gifts over the page, without a layout shift. */
export function RefundNotice({ cheer }: { readonly cheer: CheerState }) {
  const refunds = useStore(cheer.refunds, []);
  const refund = refunds.at(-1);
  return (
    <div role="status">
      <Suspense>
        {refund === undefined ? null : <LazyRefundLine key={refunds.length} refund={refund} />}
      </Suspense>
    </div>
  );
}
