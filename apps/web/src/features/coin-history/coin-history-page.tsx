import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Link, useSearchParams } from 'react-router';
import { callApi } from '../../shared/api/call-api.ts';
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
import { usePager } from './use-pager.ts';

/** Every movement of the member's coins that the filter lets through, the latest first. */
function MovementsPanel({ filter }: { readonly filter: HistoryFilter }) {
  const { t } = useLingui();
  const memberId = readStored('member_id') ?? '';
  const pages = usePager(`${memberId} ${writeFilter(filter)}`, (cursor) =>
    callApi('GET /auth/member/wallet/history', {
      query: {
        member_id: memberId,
        ...movementQuery(filter),
        ...(cursor === undefined ? {} : { cursor }),
      },
    }),
  );
  const filtered = Object.keys(movementQuery(filter)).length > 0;
  return (
    <>
      <MovementFilters filter={filter} memberId={memberId} />
      <ListFrame
        {...pages}
        label={t`Movements of your coins`}
        filtered={filtered}
        empty={t`No coins have moved yet`}
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
