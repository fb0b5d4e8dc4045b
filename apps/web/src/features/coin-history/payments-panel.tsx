import { useLingui } from '@lingui/react/macro';
import { SelectField } from '@sangwian/ui/select-field';
import { callApi } from '../../shared/api/call-api.ts';
import { usePages } from '../../shared/api/pages-query.ts';
import { readStored } from '../../shared/storage/local-storage.ts';
import { STATUS_WORDS } from '../checkout/core/order-words.ts';
import styles from './filters.module.css';
import { type HistoryFilter, ORDER_STATUSES } from './history-filter.ts';
import { ListFrame } from './list-frame.tsx';
import { PaymentRow } from './payment-row.tsx';
import { useChooseFilter } from './use-choose-filter.ts';

function StatusFilter({ filter }: { readonly filter: HistoryFilter }) {
  const { i18n, t } = useLingui();
  const choose = useChooseFilter(filter);
  return (
    <div className={styles.filters}>
      <SelectField
        label={t`Status`}
        value={filter.status ?? ''}
        className={styles.wide}
        onChange={(event) => choose('status', event.target.value)}
      >
        <option value="">{t`Everything`}</option>
        {ORDER_STATUSES.map((status) => (
          <option key={status} value={status}>
            {i18n._(STATUS_WORDS[status])}
          </option>
        ))}
      </SelectField>
    </div>
  );
}

/** The member's orders with their status, the latest first. */
export function PaymentsPanel({ filter }: { readonly filter: HistoryFilter }) {
  const { t } = useLingui();
  const { status } = filter;
  const memberId = readStored('member_id') ?? '';
  const pages = usePages(memberId, `GET /order ${status}`, (cursor, signal) => {
    const query = { ...(status ? { status } : {}), ...(cursor === undefined ? {} : { cursor }) };
    return callApi('GET /order', { query }, { signal });
  });
  return (
    <>
      <StatusFilter filter={filter} />
      <ListFrame
        {...pages}
        label={t`Your payments`}
        filtered={status !== null}
        empty={t`No payments yet`}
      >
        {pages.items.map((order) => (
          <PaymentRow key={order.order_id} order={order} />
        ))}
      </ListFrame>
    </>
  );
}
