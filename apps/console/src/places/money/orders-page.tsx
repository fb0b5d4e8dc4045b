import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { OrderLine } from '@sangwian/contract/endpoints/operator/orders';
import { classNames } from '@sangwian/ui/class-names';
import { useMemo } from 'react';
import { callStaff } from '../../shared/api/call-staff.ts';
import { useStaffList } from '../../shared/api/staff-query.ts';
import { formatBaht } from '../../shared/baht.ts';
import { optionsOf } from '../../shared/options-of.ts';
import { CsvButton } from '../../shared/table/csv-button.tsx';
import { type Column, DataTable } from '../../shared/table/data-table.tsx';
import { SavedFilters } from '../../shared/table/saved-filters.tsx';
import { activeFilters, useFilters } from '../../shared/table/use-filters.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Chip } from '../../shared/ui/chip.tsx';
import { Field, SelectField } from '../../shared/ui/field.tsx';
import { Moment } from '../../shared/ui/moment.tsx';
import { Panel } from '../../shared/ui/panel.tsx';
import layout from '../../shared/ui/place.module.css';
import { ATTENTION_NAMES, METHOD_NAMES, PROVIDER_NAMES, STATUS_NAMES, useNames } from './names.ts';
import { OrderPanel } from './order-panel.tsx';

const NO_FILTERS = {
  number: '',
  status: '',
  method: '',
  provider: '',
  from: '',
  to: '',
  attention: '',
  second_payment: '',
  member_id: '',
  satang_min: '',
  satang_max: '',
};
type OrderFilters = typeof NO_FILTERS;

/** Converts typed baht to satang for the API; returns an empty text for invalid input. */
const toSatang = (baht: string): string => {
  const number = Number(baht);
  return baht === '' || !Number.isFinite(number) || number < 0
    ? ''
    : String(Math.round(number * 100));
};
const toBaht = (satang: string): string => (satang === '' ? '' : String(Number(satang) / 100));

interface FilterBarProps {
  readonly filters: OrderFilters;
  readonly onChange: (change: Partial<OrderFilters>) => void;
}

function FilterBar({ filters, onChange }: FilterBarProps) {
  const { t } = useLingui();
  const { nameOf } = useNames();
  const bind = (name: keyof OrderFilters) => ({
    value: filters[name],
    onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
      onChange({ [name]: event.currentTarget.value }),
  });
  const bindBaht = (name: 'satang_min' | 'satang_max') => ({
    inputMode: 'decimal' as const,
    defaultValue: toBaht(filters[name]),
    onBlur: (event: { readonly currentTarget: { readonly value: string } }) =>
      onChange({ [name]: toSatang(event.currentTarget.value) }),
  });
  return (
    <div className={layout.filters}>
      <Field label={t`Number`} {...bind('number')} />
      <SelectField
        label={t`State`}
        options={optionsOf(STATUS_NAMES, nameOf, t`All`)}
        {...bind('status')}
      />
      <SelectField
        label={t`Method`}
        options={optionsOf(METHOD_NAMES, nameOf, t`All`)}
        {...bind('method')}
      />
      <SelectField
        label={t`Provider`}
        options={optionsOf(PROVIDER_NAMES, nameOf, t`All`)}
        {...bind('provider')}
      />
      <Field label={t`From`} type="date" {...bind('from')} />
      <Field label={t`To`} type="date" {...bind('to')} />
      <Field label={t`From baht`} {...bindBaht('satang_min')} />
      <Field label={t`To baht`} {...bindBaht('satang_max')} />
      <Button
        aria-pressed={filters.attention === '1'}
        variant={filters.attention === '1' ? 'primary' : 'plain'}
        onClick={() => onChange({ attention: filters.attention === '1' ? '' : '1' })}
      >
        <Trans>Needs attention</Trans>
      </Button>
      <Button
        aria-pressed={filters.second_payment === '1'}
        variant={filters.second_payment === '1' ? 'primary' : 'plain'}
        onClick={() => onChange({ second_payment: filters.second_payment === '1' ? '' : '1' })}
      >
        <Trans>Second payment</Trans>
      </Button>
      <SavedFilters
        list="orders"
        filters={filters}
        onChoose={(chosen) => onChange({ ...NO_FILTERS, ...chosen })}
      />
    </div>
  );
}

/** The list of orders with filters, and the chosen order beside it. */
export function OrdersPage() {
  const { t } = useLingui();
  const { nameOf } = useNames();
  const [filters, setFilters] = useFilters(NO_FILTERS);
  const [{ order: openId }, setOpen] = useFilters({ order: '' });
  const query = activeFilters(filters);
  const list = useStaffList('GET /operator/order', { query: { ...query, limit: 50 } }, 'orders');
  const columns = useMemo(
    (): Column<OrderLine>[] => [
      {
        id: 'number',
        header: t`Order`,
        cell: ({ row: { original } }) => (
          <button
            type="button"
            className={classNames(layout.mono, layout.whole)}
            onClick={() => setOpen({ order: original.order_id })}
          >
            {original.number}
          </button>
        ),
      },
      {
        id: 'member',
        header: t`Member`,
        cell: ({ row: { original } }) => original.member.name,
      },
      {
        id: 'amount',
        header: t`Amount`,
        cell: ({ row: { original } }) => (
          <span className={layout.two}>
            <span className={layout.amount}>{formatBaht(original.satang)}</span>
            <span className={layout.weak}>
              <Plural
                value={original.base_coins + original.bonus_coins}
                one="# coin"
                other="# coins"
              />
            </span>
          </span>
        ),
      },
      {
        id: 'status',
        header: t`State`,
        cell: ({ row: { original } }) => (
          <span className={layout.chips}>
            <Chip tone={original.status === 'paid' ? 'ok' : 'plain'}>
              {nameOf(STATUS_NAMES[original.status])}
            </Chip>
            {original.attention.map((why) => (
              <Chip key={why} tone="warn">
                {nameOf(ATTENTION_NAMES[why])}
              </Chip>
            ))}
          </span>
        ),
      },
      {
        id: 'method',
        header: t`Method`,
        cell: ({ row: { original } }) =>
          original.method === null ? '–' : nameOf(METHOD_NAMES[original.method]),
      },
      {
        id: 'made',
        header: t`Made`,
        cell: ({ row: { original } }) => <Moment at={original.created_at} />,
      },
    ],
    [t, nameOf, setOpen],
  );
  return (
    <div className={layout.place}>
      <Panel
        title={t`Orders`}
        className={layout.main}
        actions={
          <CsvButton
            fileName="sangwian-orders.csv"
            read={async () => (await callStaff('GET /operator/order/csv', { query })).data.csv}
          />
        }
      >
        <FilterBar filters={filters} onChange={setFilters} />
        <DataTable
          label={t`Orders`}
          columns={columns}
          list={list}
          rowId={({ order_id }) => order_id}
          onOpen={({ order_id }) => setOpen({ order: order_id })}
          currentId={openId}
          empty={{ title: t`No order matches`, text: t`Change or clear a filter.` }}
        />
      </Panel>
      {openId === '' ? null : (
        <OrderPanel key={openId} orderId={openId} onClose={() => setOpen({ order: '' })} />
      )}
    </div>
  );
}
