import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { CodeBatch } from '@sangwian/contract/endpoints/operator/codes';
import { formatCoins } from '@sangwian/i18n/format-number';
import { Plus } from 'lucide-react';
import { lazy, Suspense, useDeferredValue, useMemo, useState } from 'react';
import { useStaffList } from '../../shared/api/staff-query.ts';
import { useCommands } from '../../shared/commands/commands.ts';
import { useWritesLocked } from '../../shared/live/connection.ts';
import { type Column, DataTable } from '../../shared/table/data-table.tsx';
import { activeFilters, useFilters } from '../../shared/table/use-filters.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Chip } from '../../shared/ui/chip.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { Moment } from '../../shared/ui/moment.tsx';
import { Panel } from '../../shared/ui/panel.tsx';
import layout from '../../shared/ui/place.module.css';
import { BatchPanel } from './batch-panel.tsx';

const BatchDialog = lazy(() => import('./batch-dialog.tsx'));

/** Returns the columns of the table of batches. */
function useBatchColumns(open: (batchId: string) => void): Column<CodeBatch>[] {
  const { t } = useLingui();
  return useMemo(
    (): Column<CodeBatch>[] => [
      {
        id: 'name',
        header: t`Batch`,
        cell: ({ row: { original } }) => (
          <span className={layout.two}>
            <button type="button" onClick={() => open(original.batch_id)}>
              <strong>{original.name}</strong>
            </button>
            <span className={layout.weak}>{original.note}</span>
          </span>
        ),
      },
      {
        id: 'gives',
        header: t`Gives`,
        cell: ({ row: { original } }) =>
          original.coins === null
            ? t`a live`
            : t`${plural(original.coins, { one: '# coin', other: '# coins' })}`,
      },
      {
        id: 'redeemed',
        header: t`Redeemed`,
        cell: ({ row: { original } }) => (
          <span className={layout.amount}>
            <Trans>
              {formatCoins(original.redeemed)} of {formatCoins(original.codes)}
            </Trans>
          </span>
        ),
      },
      {
        id: 'state',
        header: t`State`,
        cell: ({ row: { original } }) => (
          <span className={layout.chips}>
            {original.disabled === original.codes ? (
              <Chip tone="warn">{t`Disabled`}</Chip>
            ) : original.expires_at !== null && new Date(original.expires_at) <= new Date() ? (
              <Chip>{t`Expired`}</Chip>
            ) : original.waiting ? null : (
              <Chip tone="ok">{t`Valid`}</Chip>
            )}
            {original.waiting ? <Chip tone="warn">{t`Waits for approval`}</Chip> : null}
            {original.exported_at === null && !original.waiting ? (
              <Chip tone="warn">{t`Not exported`}</Chip>
            ) : null}
          </span>
        ),
      },
      {
        id: 'made',
        header: t`Made`,
        cell: ({ row: { original } }) => (
          <span className={layout.two}>
            <Moment at={original.created_at} />
            <span className={layout.weak}>{original.created_by}</span>
          </span>
        ),
      },
    ],
    [t, open],
  );
}

/** The batches of redeem codes, with the chosen batch beside the list. */
export function CodesPage() {
  const { t } = useLingui();
  const isLocked = useWritesLocked();
  const [filters, setFilters] = useFilters({ search: '' });
  const [{ batch: openId }, setOpen] = useFilters({ batch: '' });
  const [isCreating, setCreating] = useState(false);
  const search = useDeferredValue(filters.search);
  const list = useStaffList(
    'GET /operator/code/batch',
    { query: { ...activeFilters({ search }), limit: 50 } },
    'catalogue',
  );
  const columns = useBatchColumns((batch) => setOpen({ batch }));
  const create = () => setCreating(true);
  useCommands([
    {
      id: 'new-codes',
      label: t`New codes`,
      group: t`Catalogue`,
      icon: Plus,
      keys: 'N',
      run: create,
    },
  ]);
  return (
    <div className={layout.place}>
      <Panel
        title={t`Redeem codes`}
        className={layout.main}
        actions={
          <Button variant="primary" icon={Plus} keys="N" disabled={isLocked} onClick={create}>
            <Trans>New codes</Trans>
          </Button>
        }
      >
        <div className={layout.filters}>
          <Field
            label={t`Batch or whole code`}
            type="search"
            autoComplete="off"
            value={filters.search}
            onChange={(event) => setFilters({ search: event.currentTarget.value })}
          />
        </div>
        <DataTable
          label={t`Redeem codes`}
          columns={columns}
          list={list}
          rowId={({ batch_id }) => batch_id}
          onOpen={({ batch_id }) => setOpen({ batch: batch_id })}
          currentId={openId}
          empty={{ title: t`No code matches` }}
        />
      </Panel>
      {openId === '' ? null : (
        <BatchPanel key={openId} batchId={openId} onClose={() => setOpen({ batch: '' })} />
      )}
      {isCreating ? (
        <Suspense fallback={null}>
          <BatchDialog
            onClose={() => setCreating(false)}
            onMade={(batchId) => {
              setCreating(false);
              setOpen({ batch: batchId });
            }}
          />
        </Suspense>
      ) : null}
    </div>
  );
}
