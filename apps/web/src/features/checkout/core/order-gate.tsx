import { useLingui } from '@lingui/react/macro';
import type { Order } from '@sangwian/contract/endpoints/orders';
import { Button, buttonClass } from '@sangwian/ui/button';
import { EmptyState } from '@sangwian/ui/empty-state';
import { Skeleton } from '@sangwian/ui/skeleton';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { emptyUrl } from '../../../shared/art-url.ts';
import styles from './order-gate.module.css';
import { type FollowedOrder, useOrder } from './use-order.ts';

interface OrderGateProps {
  /** The URL of the page for choosing coins. */
  readonly coinPath: string;
  readonly children: (order: Order, followed: FollowedOrder) => ReactNode;
}

/**
 * Renders its children with the order of the URL and keeps the order up to date. Shows a skeleton while loading, and an
 * error state after a failure.
 */
export function OrderGate({ coinPath, children }: OrderGateProps) {
  const { t } = useLingui();
  const [search] = useSearchParams();
  const followed = useOrder(search.get('order'));
  const { order, failure, refresh } = followed;
  if (order) return children(order, followed);
  if (failure === null) {
    return (
      <div aria-busy="true" className={styles.waiting}>
        <Skeleton shape="fill" className={styles.summary} />
        <Skeleton shape="fill" className={styles.body} />
      </div>
    );
  }
  if (failure === 'missing') {
    return (
      <EmptyState
        whole
        picture={emptyUrl('not-found')}
        title={t`Order not found`}
        text={t`Choose your coins and start again.`}
      >
        <Link to={coinPath} className={buttonClass({ variant: 'gold' })}>
          {t`Choose coins`}
        </Link>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      whole
      picture={emptyUrl('offline')}
      title={t`The order could not be loaded`}
      text={t`Please check your connection and try again.`}
    >
      <Button variant="primary" onClick={() => void refresh()}>
        {t`Try again`}
      </Button>
    </EmptyState>
  );
}
