import { useLingui } from '@lingui/react/macro';
import type { MemberLine } from '@sangwian/contract/endpoints/operator/members';
import { LIMITS } from '@sangwian/contract/limits';
import { formatCoins } from '@sangwian/i18n/format-number';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { callStaff } from '../../shared/api/call-staff.ts';
import { useStaffList } from '../../shared/api/staff-query.ts';
import { useCommands } from '../../shared/commands/commands.ts';
import { optionsOf } from '../../shared/options-of.ts';
import { useMay } from '../../shared/session/permissions.ts';
import { CsvButton } from '../../shared/table/csv-button.tsx';
import { type Column, DataTable } from '../../shared/table/data-table.tsx';
import { SavedFilters } from '../../shared/table/saved-filters.tsx';
import { activeFilters, useFilters } from '../../shared/table/use-filters.ts';
import { Chip } from '../../shared/ui/chip.tsx';
import { Field, SelectField } from '../../shared/ui/field.tsx';
import { Moment } from '../../shared/ui/moment.tsx';
import { Panel } from '../../shared/ui/panel.tsx';
import layout from '../../shared/ui/place.module.css';
import styles from './members-place.module.css';
import { STATE_NAMES, useNames } from './names.ts';
import { StateChip } from './state-chip.tsx';
import { useSuspendSeveral } from './suspend-several.tsx';

const NO_FILTERS = { q: '', state: '', sanction: '' };
type MemberFilters = typeof NO_FILTERS;
/** Delay after the last keystroke before the search runs. */
const TYPED_MS = 250;
const PAGE_ROWS = 50;

interface SearchFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** The search field, which searches after a pause in typing. `/` focuses it. */
function SearchField({ value, onChange }: SearchFieldProps) {
  const { t } = useLingui();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(value);
  const [shown, setShown] = useState(value);
  // A saved filter or Back sets a new search text.
  if (value !== shown) {
    setShown(value);
    setTyped(value);
  }
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
  });
  useEffect(() => {
    const text = typed.trim();
    if (text === value) return;
    const timer = setTimeout(() => latest.current(text), TYPED_MS);
    return () => clearTimeout(timer);
  }, [typed, value]);
  useCommands([
    {
      id: 'members-search',
      label: t`Search members`,
      group: t`Members`,
      keys: '/',
      run: () => input.current?.focus(),
    },
  ]);
  return (
    <Field
      ref={input}
      label={t`Search`}
      type="search"
      placeholder={t`Phone, name, e-mail or id`}
      maxLength={LIMITS.searchCharsMax}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
    />
  );
}

interface FilterBarProps {
  readonly filters: MemberFilters;
  readonly onChange: (change: Partial<MemberFilters>) => void;
}

function FilterBar({ filters, onChange }: FilterBarProps) {
  const { t } = useLingui();
  const { nameOf } = useNames();
  return (
    <div className={layout.filters}>
      <div className={layout.search}>
        <SearchField value={filters.q} onChange={(q) => onChange({ q })} />
      </div>
      <SelectField
        label={t`State`}
        options={optionsOf(STATE_NAMES, nameOf, t`All`)}
        value={filters.state}
        onChange={(event) => onChange({ state: event.currentTarget.value })}
      />
      <SelectField
        label={t`Sanction`}
        options={[
          { value: '', label: t`All` },
          { value: 'chat', label: t`Timed out in the chat now` },
          { value: 'ever', label: t`Sanctioned before` },
        ]}
        value={filters.sanction}
        onChange={(event) => onChange({ sanction: event.currentTarget.value })}
      />
      <SavedFilters
        list="members"
        filters={filters}
        onChoose={(chosen) => onChange({ ...NO_FILTERS, ...chosen })}
      />
    </div>
  );
}

function useColumns(onOpen: (member: MemberLine) => void): Column<MemberLine>[] {
  const { t } = useLingui();
  const open = useRef(onOpen);
  useEffect(() => {
    open.current = onOpen;
  });
  return useMemo(
    (): Column<MemberLine>[] => [
      {
        id: 'name',
        header: t`Member`,
        cell: ({ row: { original } }) => (
          <button type="button" className={styles.name} onClick={() => open.current(original)}>
            <bdi>{original.name || t`deleted member`}</bdi>
          </button>
        ),
      },
      {
        id: 'contact',
        header: t`Contact`,
        cell: ({ row: { original } }) => (
          <span className={layout.two}>
            <span className={layout.number}>{original.phone_masked ?? '–'}</span>
            <span className={layout.weak}>{original.email_masked ?? original.map_system_id}</span>
          </span>
        ),
      },
      {
        id: 'state',
        header: t`State`,
        cell: ({ row: { original } }) => (
          <span className={layout.chips}>
            <StateChip state={original.state} />
            {original.chat_timeout_until === null ? null : (
              <Chip tone="warn">{t`Chat time-out`}</Chip>
            )}
            {original.until === null ? null : (
              <span className={layout.weak}>
                {t`until`} <Moment at={original.until} />
              </span>
            )}
          </span>
        ),
      },
      {
        id: 'sanctions',
        header: t`Sanctions`,
        cell: ({ row: { original } }) => (original.sanctions === 0 ? '–' : original.sanctions),
      },
      {
        id: 'coins',
        header: t`Coins`,
        cell: ({ row: { original } }) => (
          <span className={layout.number}>{formatCoins(original.balance_coins)}</span>
        ),
      },
      {
        id: 'seen',
        header: t`Last seen`,
        cell: ({ row: { original } }) =>
          original.last_seen_at === null ? '–' : <Moment at={original.last_seen_at} />,
      },
      {
        id: 'since',
        header: t`Member since`,
        cell: ({ row: { original } }) => <Moment at={original.created_at} />,
      },
    ],
    [t],
  );
}

/** The list of members with search and filters. */
export function ListPage() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [filters, setFilters] = useFilters(NO_FILTERS);
  const query = activeFilters(filters);
  const list = useStaffList(
    'GET /operator/member',
    { query: { ...query, limit: PAGE_ROWS } },
    'members',
  );
  const suspends = useMay('suspend_members');
  const exports = useMay('manage_members');
  const { action, dialog } = useSuspendSeveral();
  const open = ({ member_id }: MemberLine) => void navigate(`/members/${member_id}`);
  const columns = useColumns(open);
  return (
    <div className={layout.place}>
      <Panel
        title={t`Members`}
        className={layout.main}
        actions={
          exports ? (
            <CsvButton
              fileName="sangwian-members.csv"
              read={async () => (await callStaff('GET /operator/member/csv', { query })).data.csv}
            />
          ) : null
        }
      >
        <FilterBar filters={filters} onChange={setFilters} />
        <DataTable
          label={t`Members`}
          columns={columns}
          list={list}
          rowId={({ member_id }) => member_id}
          onOpen={open}
          bulkActions={suspends ? [action] : []}
          empty={{
            title: t`No member matches`,
            text: t`A name is found from its beginning. Change or clear a filter.`,
          }}
        />
      </Panel>
      {dialog}
    </div>
  );
}
