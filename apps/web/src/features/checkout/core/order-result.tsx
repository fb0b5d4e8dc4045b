import { useLingui } from '@lingui/react/macro';
import type { Order } from '@sangwian/contract/endpoints/orders';
import { formatCoins, formatMoney } from '@sangwian/i18n/format-number';
import { buttonClass } from '@sangwian/ui/button';
import { Card } from '@sangwian/ui/card';
import { CoinMark } from '@sangwian/ui/marks';
import { ReceiptText } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useSession } from '../../../shared/session/session.ts';
import { OrderOutcome } from './order-outcome.tsx';
import styles from './order-result.module.css';
import { coinsOf, stageOf } from './order-state.ts';
import { METHOD_WORDS } from './order-words.ts';
import { purchaseOrigin } from './wallet-paths.ts';

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
  const { member } = useSession();
  const coins = formatCoins(coinsOf(order));
  const balance = member ? formatCoins(member.wallet.balance) : '–';
  return (
    <dl className={styles.facts}>
      <Fact term={t`Coins`}>
        <span className={styles.coins}>
          <CoinMark size={18} />
          {coins}
        </span>
      </Fact>
      <Fact term={t`Total in baht`}>฿{formatMoney(order.satang)}</Fact>
      {order.method ? (
        <Fact term={t`Payment method`}>{i18n._(METHOD_WORDS[order.method])}</Fact>
      ) : null}
      <Fact term={t`Order number`}>{order.number}</Fact>
      {order.status === 'paid' ? <Fact term={t`Your balance`}>{balance}</Fact> : null}
    </dl>
  );
}

interface ResultNextProps {
  readonly order: Order;
  /** The URLs of the pages for choosing coins, choosing a method and continuing a payment. */
  readonly paths: { readonly coin: string; readonly method: string; readonly paying: string };
}

/** The next action for an order. */
export function ResultNext({ order, paths }: ResultNextProps) {
  const { t } = useLingui();
  const { path } = purchaseOrigin.use();
  const stage = stageOf(order);
  const linkClass = buttonClass({ variant: 'gold', wide: true });
  if (stage === 'paid' || stage === 'confirming') {
    return (
      <Link
        to={path ?? '/wallet'}
        className={buttonClass({ variant: 'primary', wide: true })}
        onClick={() => purchaseOrigin.forget()}
      >
        {path?.startsWith('/live') ? t`Back to the live` : t`Done`}
      </Link>
    );
  }
  if (stage === 'over') {
    return (
      <Link to={paths.coin} className={linkClass}>
        {t`Choose coins`}
      </Link>
    );
  }
  if (stage === 'paying') {
    return (
      <Link to={paths.paying} className={linkClass}>
        {t`Continue paying`}
      </Link>
    );
  }
  return (
    <Link to={paths.method} className={linkClass}>
      {stage === 'failed' ? t`Try again` : t`Choose how to pay`}
    </Link>
  );
}

/** The state of an order with its facts and a link to the receipt. */
export function OrderResult({
  order,
  children,
}: {
  readonly order: Order;
  readonly children?: ReactNode;
}) {
  const { t } = useLingui();
  return (
    <Card className={styles.card} aria-label={t`Payment result`}>
      <OrderOutcome order={order} />
      <Facts order={order} />
      {children}
      <Link
        to={`/profile/coin-history?order=${order.order_id}`}
        className={buttonClass({ variant: 'ghost', size: 'small' })}
      >
        <ReceiptText size={18} aria-hidden="true" />
        {order.paid_at ? t`Receipt` : t`Details`}
      </Link>
    </Card>
  );
}
