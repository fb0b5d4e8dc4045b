import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { callStaff } from '../../shared/api/call-staff.ts';
import { staffQuery, useStaffList } from '../../shared/api/staff-query.ts';
import { bangkokDayStart } from '../../shared/forms/bangkok-input.ts';
import { useMay } from '../../shared/session/permissions.ts';
import { CsvButton } from '../../shared/table/csv-button.tsx';
import { type Column, DataTable } from '../../shared/table/data-table.tsx';
import { SavedFilters } from '../../shared/table/saved-filters.tsx';
import { activeFilters, useFilters } from '../../shared/table/use-filters.ts';
import { Field, SelectField } from '../../shared/ui/field.tsx';
import { Moment } from '../../shared/ui/moment.tsx';
import { Panel } from '../../shared/ui/panel.tsx';
import layout from '../../shared/ui/place.module.css';
import { AuditDialog } from './audit-dialog.tsx';
import { type AuditEntry, AuditResult } from './audit-result.tsx';
import styles from './staff-place.module.css';

const NO_FILTERS = { staff_id: '', operation: '', subject_id: '', from: '', to: '' };
type AuditFilters = typeof NO_FILTERS;

/** Returns the query for the filters. The range includes the first and the last day. */
function queryOf({ from, to, ...others }: AuditFilters) {
  const times = { from: bangkokDayStart(from), to: bangkokDayStart(to, 1) };
  return {
    ...activeFilters(others),
    ...(times.from === undefined ? {} : { from: times.from }),
    ...(times.to === undefined ? {} : { to: times.to }),
  };
}

interface FilterFieldsProps {
  readonly filters: AuditFilters;
  readonly onChange: (change: Partial<AuditFilters>) => void;
}

/** The filter by person, for roles that may read everybody's entries. */
function PersonFilter({ filters, onChange }: FilterFieldsProps) {
  const { t } = useLingui();
  const people = useQuery(staffQuery('GET /operator/staff', {}, 'staff'));
  return (
    <SelectField
      label={t`Person`}
      value={filters.staff_id}
      onChange={(event) => onChange({ staff_id: event.currentTarget.value })}
      options={[
        { value: '', label: t`Everyone` },
        ...(people.data ?? []).map(({ staff_id, name }) => ({ value: staff_id, label: name })),
      ]}
    />
  );
}

/** The filters of the audit: person, act, subject, days. */
function AuditFields({ filters, onChange }: FilterFieldsProps) {
  const { t } = useLingui();
  const readsAll = useMay('read_audit');
  const managesStaff = useMay('manage_staff');
  return (
    <>
      {readsAll && managesStaff ? <PersonFilter filters={filters} onChange={onChange} /> : null}
      <Field
        label={t`Act`}
        placeholder="PUT /operator/staff/{staff_id}"
        value={filters.operation}
        onChange={(event) => onChange({ operation: event.currentTarget.value })}
      />
      <Field
        label={t`Subject`}
        value={filters.subject_id}
        onChange={(event) => onChange({ subject_id: event.currentTarget.value })}
      />
      <Field
        label={t`From`}
        type="date"
        value={filters.from}
        max={filters.to || undefined}
        onChange={(event) => onChange({ from: event.currentTarget.value })}
      />
      <Field
        label={t`To`}
        type="date"
        value={filters.to}
        min={filters.from || undefined}
        onChange={(event) => onChange({ to: event.currentTarget.value })}
      />
    </>
  );
}

/** The audit: acts with their actor, outcome, and values before and after. Newest first. */
export function AuditPage() {
  const { t } = useLingui();
  const readsAll = useMay('read_audit');
  const [filters, setFilters] = useFilters(NO_FILTERS);
  const [openId, setOpenId] = useState<string | null>(null);
  const query = queryOf(filters);
  const list = useStaffList('GET /operator/audit', { query }, 'audit');
  const open = list.items.find(({ audit_entry_id }) => audit_entry_id === openId);
  const columns = useMemo(
    (): Column<AuditEntry>[] => [
      { id: 'at', header: t`Time`, cell: ({ row }) => <Moment at={row.original.at} /> },
      { id: 'actor', header: t`Person`, cell: ({ row }) => row.original.actor },
      {
        id: 'operation',
        header: t`Act`,
        cell: ({ row: { original } }) => (
          <button
            type="button"
            className={styles.open}
            onClick={(event) => {
              event.stopPropagation();
              setOpenId(original.audit_entry_id);
            }}
          >
            {original.operation.replace('/operator', '')}
          </button>
        ),
      },
      {
        id: 'subject',
        header: t`Subject`,
        cell: ({ row: { original } }) => (
          <span className={layout.two}>
            <span>{original.subject_type}</span>
            <span className={layout.weak}>{original.subject_id}</span>
          </span>
        ),
      },
      { id: 'reason', header: t`Reason`, cell: ({ row }) => row.original.reason },
      { id: 'result', header: t`Outcome`, cell: ({ row }) => <AuditResult entry={row.original} /> },
    ],
    [t],
  );
  return (
    <Panel
      title={t`Audit`}
      note={readsAll ? t`newest first` : t`your own acts, newest first`}
      className={layout.main}
      actions={
        <CsvButton
          fileName="sangwian-audit.csv"
          read={async () => (await callStaff('GET /operator/audit/csv', { query })).data.csv}
        />
      }
    >
      <div className={layout.filters}>
        <AuditFields filters={filters} onChange={setFilters} />
        <SavedFilters
          list="audit"
          filters={filters}
          onChoose={(chosen) => setFilters({ ...NO_FILTERS, ...chosen })}
        />
      </div>
      <DataTable
        label={t`Audit`}
        columns={columns}
        list={list}
        rowId={({ audit_entry_id }) => audit_entry_id}
        currentId={openId ?? undefined}
        onOpen={({ audit_entry_id }) => setOpenId(audit_entry_id)}
        empty={{
          title: t`Nothing matches`,
          text: <Trans>Every change that staff make is kept here and cannot be altered.</Trans>,
        }}
      />
      {open ? <AuditDialog entry={open} onClose={() => setOpenId(null)} /> : null}
    </Panel>
  );
}
