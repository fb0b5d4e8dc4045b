import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { Order } from '@sangwian/contract/endpoints/orders';
import { formatCoins, formatMoney } from '@sangwian/i18n/format-number';
import { buttonClass } from '@sangwian/ui/button';
import { Card } from '@sangwian/ui/card';
import { CoinMark } from '@sangwian/ui/marks';
import { Receipt } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { PageMeta, PageMetaArgs } from '../../shared/page-meta.ts';
import { useSession } from '../../shared/session/session.ts';
import { ActionBar } from '../../shared/wallet/action-bar.tsx';
import { OrderOutcome } from '../../shared/wallet/order-outcome.tsx';
import { orderPath } from '../../shared/wallet/order-path.ts';
import { coinsOf, stageOf } from '../../shared/wallet/order-state.ts';
import { METHOD_WORDS } from '../../shared/wallet/order-words.ts';
import { wayBack } from '../../shared/wallet/wallet-paths.ts';
import flow from './flow-frame.module.css';
import { FLOW_PATHS } from './flow-paths.ts';
import { OrderGate } from './order-gate.tsx';
import styles from './result-page.module.css';

export const meta = ({ i18n }: PageMetaArgs): PageMeta => ({
  title: i18n._(msg`Payment result`),
  noindex: true,
});

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

/** The one thing to do next. */
function Next({ order }: { readonly order: Order }) {
  const { t } = useLingui();
  const { path } = wayBack.use();
  const stage = stageOf(order);
  const look = buttonClass({ variant: 'gold', wide: true });
  if (stage === 'paid' || stage === 'confirming') {
    return (
      <Link
        to={path ?? '/wallet'}
        className={buttonClass({ variant: 'primary', wide: true })}
        onClick={() => wayBack.forget()}
      >
        {path?.startsWith('/live') ? t`Back to the live` : t`Done`}
      </Link>
    );
  }
  if (stage === 'over') {
    return (
      <Link to={FLOW_PATHS.coin} className={look}>
        {t`Choose coins`}
      </Link>
    );
  }
  if (stage === 'paying') {
    return (
      <Link to={orderPath(order, 'phone')} className={look}>
        {t`Go on paying`}
      </Link>
    );
  }
  return (
    <Link to={FLOW_PATHS.method(order.order_id)} className={look}>
      {stage === 'failed' ? t`Try again` : t`Choose how to pay`}
    </Link>
  );
}

function Result({ order }: { readonly order: Order }) {
  const { t } = useLingui();
  return (
    <>
      <Card className={styles.card} aria-label={t`Payment result`}>
        <OrderOutcome order={order} />
        <Facts order={order} />
        <Link
          to={`/profile/coin-history?order=${order.order_id}`}
          className={buttonClass({ variant: 'ghost', size: 'small' })}
        >
          <Receipt size={18} aria-hidden="true" />
          {order.paid_at ? t`Receipt` : t`Details`}
        </Link>
      </Card>
      <ActionBar action={<Next order={order} />} />
    </>
  );
}

/** `/wallet/mobile-payment/result?order=`: what has come of it, live; where the provider's page leads back to. */
export function Component() {
  return (
    <div className={flow.page}>
      <OrderGate>{(order) => <Result order={order} />}</OrderGate>
    </div>
  );
}
