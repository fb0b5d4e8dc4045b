import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Link, useSearchParams } from 'react-router';
import type { PageMeta, PageMetaArgs } from '../../shared/page-meta.ts';
import { useSession } from '../../shared/session/session.ts';
import styles from './coin-history-page.module.css';
import { type HistoryFilter, readFilter, writeFilter } from './history-filter.ts';
import { MovementsPanel } from './movements-panel.tsx';
import { PaymentsPanel } from './payments-panel.tsx';
import { ReceiptView } from './receipt-view.tsx';

export const meta = ({ i18n }: PageMetaArgs): PageMeta => ({
  title: i18n._(msg`Coin history`),
  noindex: true,
});

function Tabs({ filter }: { readonly filter: HistoryFilter }) {
  const { t } = useLingui();
  const tabs = [
    { tab: 'coins', label: t`Coins` },
    { tab: 'payments', label: t`Payments` },
  ] as const;
  return (
    <nav aria-label={t`Kinds of history`}>
      <ul className={styles.tabs}>
        {tabs.map(({ tab, label }) => (
          <li key={tab}>
            <Link
              to={{ search: writeFilter(filter, { tab }) }}
              aria-current={filter.tab === tab ? 'page' : undefined}
              className={styles.tab}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Lists({ search }: { readonly search: URLSearchParams }) {
  const { t } = useLingui();
  const { status } = useSession();
  const filter = readFilter(search);
  const Panel = filter.tab === 'coins' ? MovementsPanel : PaymentsPanel;
  return (
    <>
      <h1 className={styles.title}>{t`Coin history`}</h1>
      <Tabs filter={filter} />
      {/* Who it is stands in local storage, which the server and hydration do not know. */}
      {status === 'signed_in' ? <Panel filter={filter} /> : <div className={styles.waiting} />}
    </>
  );
}

/** `/profile/coin-history`: every movement of coins, every payment, and with `?order=` the receipt of one. */
export function Component() {
  const [search] = useSearchParams();
  const orderId = search.get('order');
  return (
    <div className={styles.page}>
      {orderId ? <ReceiptView key={orderId} orderId={orderId} /> : <Lists search={search} />}
    </div>
  );
}
