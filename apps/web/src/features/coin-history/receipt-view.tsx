import { useLingui } from '@lingui/react/macro';
import type { Order } from '@sangwian/contract/endpoints/orders';
import { formatDateTime } from '@sangwian/i18n/format-date';
import { formatMoney } from '@sangwian/i18n/format-number';
import { Button, buttonClass } from '@sangwian/ui/button';
import { Card } from '@sangwian/ui/card';
import { EmptyState } from '@sangwian/ui/empty-state';
import { LogoMark } from '@sangwian/ui/marks';
import { Skeleton } from '@sangwian/ui/skeleton';
import { ArrowLeft, Printer } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { emptyUrl } from '../../shared/art-url.ts';
import { useCoinsText } from '../../shared/wallet/coins-text.ts';
import { isMobile } from '../checkout/core/is-mobile.ts';
import { orderPath } from '../checkout/core/order-path.ts';
import { coinsOf, isPayable } from '../checkout/core/order-state.ts';
import { METHOD_WORDS, REASON_WORDS } from '../checkout/core/order-words.ts';
import { useOrder } from '../checkout/core/use-order.ts';
import { OrderStatusTag } from './order-status-tag.tsx';
import styles from './receipt-view.module.css';

function Fact({ term, children }: { readonly term: string; readonly children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Facts({ order }: { readonly order: Order }) {
  const { i18n, t } = useLingui();
  const coinsText = useCoinsText();
  return (
    <dl className={styles.facts}>
      <Fact term={t`Order number`}>{order.number}</Fact>
      <Fact term={t`Ordered at`}>{formatDateTime(order.created_at)}</Fact>
      {order.paid_at ? <Fact term={t`Paid at`}>{formatDateTime(order.paid_at)}</Fact> : null}
      <Fact term={t`Coins`}>{coinsText(order.base_coins)}</Fact>
      {order.bonus_coins > 0 ? <Fact term={t`Bonus`}>{coinsText(order.bonus_coins)}</Fact> : null}
      {order.method ? (
        <Fact term={t`Payment method`}>{i18n._(METHOD_WORDS[order.method])}</Fact>
      ) : null}
      {order.attempt && order.attempt.reference !== order.number ? (
        <Fact term={t`Reference`}>{order.attempt.reference}</Fact>
      ) : null}
    </dl>
  );
}

function Receipt({ order }: { readonly order: Order }) {
  const { i18n, t } = useLingui();
  const coins = useCoinsText()(coinsOf(order));
  return (
    <Card aria-labelledby="receipt-title" className={styles.receipt}>
      <div className={styles.head}>
        <LogoMark size={40} />
        <div>
          <h1 id="receipt-title" className={styles.title}>
            {order.paid_at ? t`Receipt` : t`Order`}
          </h1>
          <p className={styles.what}>{coins}</p>
        </div>
        <OrderStatusTag status={order.status} />
      </div>
      {order.reason ? <p className={styles.reason}>{i18n._(REASON_WORDS[order.reason])}</p> : null}
      <Facts order={order} />
      <p className={styles.total}>
        <span>{t`Total in baht`}</span>
        <span className={styles.amount}>฿{formatMoney(order.satang)}</span>
      </p>
      <p className={styles.policy}>
        {t`Contact the admin within 24 hours about a double charge or a wrong amount. Coins cannot be refunded or exchanged for money.`}
      </p>
    </Card>
  );
}

function Actions({ order }: { readonly order: Order }) {
  const { t } = useLingui();
  return (
    <div className={styles.actions}>
      {isPayable(order) ? (
        <Link
          to={orderPath(order, isMobile() ? 'phone' : 'desktop')}
          className={buttonClass({ variant: 'gold', wide: true })}
        >
          {t`Continue paying`}
        </Link>
      ) : null}
      {order.paid_at ? (
        <Button wide onClick={() => window.print()}>
          <Printer size={18} aria-hidden="true" />
          {t`Print or save as PDF`}
        </Button>
      ) : null}
    </div>
  );
}

/** Shows the receipt of a paid order, or an unpaid order with a link to continue. */
export function ReceiptView({ orderId }: { readonly orderId: string }) {
  const { t } = useLingui();
  const { order, failure, refresh } = useOrder(orderId);
  return (
    <div className={styles.view}>
      <Link
        to={{ search: 'tab=payments' }}
        className={`${buttonClass({ variant: 'ghost', size: 'small' })} ${styles.back}`}
      >
        <ArrowLeft size={18} aria-hidden="true" />
        {t`All payments`}
      </Link>
      {order ? (
        <>
          <Receipt order={order} />
          <Actions order={order} />
        </>
      ) : null}
      {!order && failure === null ? (
        <div aria-busy="true">
          <Skeleton shape="fill" className={styles.skeleton} />
        </div>
      ) : null}
      {!order && failure === 'missing' ? (
        <EmptyState
          whole
          picture={emptyUrl('not-found')}
          title={t`Order not found`}
          text={t`Look for it among all your payments.`}
        />
      ) : null}
      {!order && failure === 'unavailable' ? (
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
      ) : null}
    </div>
  );
}
