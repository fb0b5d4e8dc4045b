import { Trans, useLingui } from '@lingui/react/macro';
import type { ResponseOf } from '@sangwian/contract/contract';
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import { queryClient } from '../../shared/api/query-client.ts';
import { useStaffList } from '../../shared/api/staff-query.ts';
import { formatBaht } from '../../shared/baht.ts';
import { useWritesLocked } from '../../shared/live/connection.ts';
import { type Column, DataTable } from '../../shared/table/data-table.tsx';
import { useFilters } from '../../shared/table/use-filters.ts';
import { showToast } from '../../shared/toasts/toasts.ts';
import { useWrite } from '../../shared/toasts/use-write.ts';
import { Button } from '../../shared/ui/button.tsx';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { SelectField } from '../../shared/ui/field.tsx';
import { Moment } from '../../shared/ui/moment.tsx';
import { Panel } from '../../shared/ui/panel.tsx';
import layout from '../../shared/ui/place.module.css';

type Refund = ResponseOf<'GET /operator/refund'>['data'][number];
type State = 'by_hand' | 'open' | 'done';

interface DoneDialogProps {
  readonly refund: Refund;
  readonly onClose: () => void;
}

/** Records that staff transferred a refund by hand. */
function DoneDialog({ refund, onClose }: DoneDialogProps) {
  const { t } = useLingui();
  const [complete, isBusy] = useWrite('POST /operator/refund/{refund_id}/done');
  const baht = formatBaht(refund.satang);
  const record = async (reason: string) => {
    const params = { refund_id: refund.refund_id };
    if ((await complete({ params, body: { reason } })) === null) return;
    onClose();
    showToast('done', t`Refund of ${baht} recorded`);
    await queryClient.invalidateQueries({ queryKey: ['orders'] });
  };
  return (
    <ConfirmDialog
      title={t`Refund of ${baht}`}
      description={t`Record it only after ${baht} were transferred back to ${refund.order.member.name}.`}
      action={t`${baht} were returned`}
      asksReason
      isBusy={isBusy}
      onConfirm={(reason) => void record(reason)}
      onClose={onClose}
    />
  );
}

/** Refunds in baht: to transfer by hand, in progress, and completed. */
export function RefundsPage() {
  const { t } = useLingui();
  const isLocked = useWritesLocked();
  const [{ state }, setFilters] = useFilters({ state: '' });
  const chosen = (state === '' ? 'by_hand' : state) as State;
  const list = useStaffList('GET /operator/refund', { query: { state: chosen } }, 'orders');
  const [completed, setCompleted] = useState<Refund | null>(null);
  const columns = useMemo(
    (): Column<Refund>[] => [
      {
        id: 'order',
        header: t`Order`,
        cell: ({ row: { original } }) => (
          <Link className={layout.mono} to={`/money/orders?order=${original.order.order_id}`}>
            {original.order.number}
          </Link>
        ),
      },
      { id: 'member', header: t`Member`, cell: ({ row }) => row.original.order.member.name },
      {
        id: 'amount',
        header: t`Amount`,
        cell: ({ row }) => <span className={layout.amount}>{formatBaht(row.original.satang)}</span>,
      },
      {
        id: 'why',
        header: t`Reason`,
        cell: ({ row: { original } }) => (
          <span className={layout.two}>
            {original.reason}
            <span className={layout.weak}>{original.by}</span>
          </span>
        ),
      },
      {
        id: 'made',
        header: t`Made`,
        cell: ({ row }) => <Moment at={row.original.created_at} />,
      },
      {
        id: 'actions',
        header: '',
        cell: ({ row: { original } }) =>
          original.status === 'by_hand' ? (
            <Button size="small" disabled={isLocked} onClick={() => setCompleted(original)}>
              <Trans>Returned…</Trans>
            </Button>
          ) : null,
      },
    ],
    [t, isLocked],
  );
  return (
    <div className={layout.place}>
      <Panel title={t`Refunds`} className={layout.main}>
        <div className={layout.filters}>
          <SelectField
            label={t`State`}
            value={chosen}
            options={[
              { value: 'by_hand', label: t`To return by hand` },
              { value: 'open', label: t`Under way` },
              { value: 'done', label: t`Done` },
            ]}
            onChange={(event) => setFilters({ state: event.currentTarget.value })}
          />
        </div>
        <DataTable
          label={t`Refunds`}
          columns={columns}
          list={list}
          rowId={({ refund_id }) => refund_id}
          empty={{ title: t`No refund here` }}
        />
      </Panel>
      {completed === null ? null : (
        <DoneDialog refund={completed} onClose={() => setCompleted(null)} />
      )}
    </div>
  );
}
