import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Link, useSearchParams } from 'react-router';
import { callApi } from '../../shared/api/call-api.ts';
import { usePages } from '../../shared/api/pages-query.ts';
import type { PageMeta, PageMetaArgs } from '../../shared/page-meta.ts';
import { useSession } from '../../shared/session/session.ts';
import { readStored } from '../../shared/storage/local-storage.ts';
import styles from './coin-history-page.module.css';
import { type HistoryFilter, movementQuery, readFilter, writeFilter } from './history-filter.ts';
import { ListFrame } from './list-frame.tsx';
import { MovementFilters } from './movement-filters.tsx';
import { MovementRow } from './movement-row.tsx';
import { PaymentsPanel } from './payments-panel.tsx';
import { ReceiptView } from './receipt-view.tsx';

/** The filtered coin movements of the member, the latest first. */
function MovementsPanel({ filter }: { readonly filter: HistoryFilter }) {
  const { t } = useLingui();
  const memberId = readStored('member_id') ?? '';
  const key = `GET /auth/member/wallet/history ${writeFilter(filter)}`;
  const pages = usePages(memberId, key, (cursor, signal) => {
    const page = cursor === undefined ? {} : { cursor };
    const query = { member_id: memberId, ...movementQuery(filter), ...page };
    return callApi('GET /auth/member/wallet/history', { query }, { signal });
  });
  const filtered = Object.keys(movementQuery(filter)).length > 0;
  return (
    <>
      <MovementFilters filter={filter} memberId={memberId} />
      <ListFrame
        {...pages}
        label={t`Movements of your coins`}
        filtered={filtered}
        empty={t`No coin activity yet`}
      >
        {pages.items.map((movement) => (
          <MovementRow key={movement.movement_id} movement={movement} />
        ))}
      </ListFrame>
    </>
  );
}

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
      {/* The member's id is in local storage, so it is unknown on the server and while hydrating. */}
      {status === 'signed_in' ? <Panel filter={filter} /> : <div className={styles.waiting} />}
    </>
  );
}

/** `/profile/coin-history`: the movements of coins, the payments, and with `?order=` the receipt of one. */
export function Component() {
  const [search] = useSearchParams();
  const orderId = search.get('order');
  return (
    <div className={styles.page}>
      {orderId ? <ReceiptView key={orderId} orderId={orderId} /> : <Lists search={search} />}
    </div>
  );
}
