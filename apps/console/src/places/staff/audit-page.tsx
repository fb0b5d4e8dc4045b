import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { callStaff } from '../../shared/api/call-staff.ts';
import { staffQuery, useStaffList } from '../../shared/api/staff-query.ts';
import { useMay } from '../../shared/session/permissions.ts';
import { CsvButton } from '../../shared/table/csv-button.tsx';
import { type Column, DataTable } from '../../shared/table/data-table.tsx';
import { SavedFilters } from '../../shared/table/saved-filters.tsx';
import { activeFilters, useFilters } from '../../shared/table/use-filters.ts';
import { Field, SelectField } from '../../shared/ui/field.tsx';
import { Moment } from '../../shared/ui/moment.tsx';
import { Panel } from '../../shared/ui/panel.tsx';
import { AuditDialog } from './audit-dialog.tsx';
import { type AuditEntry, AuditResult } from './audit-result.tsx';
import styles from './staff-place.module.css';

const NO_FILTERS = { staff_id: '', operation: '', subject_id: '' };
type AuditFilters = typeof NO_FILTERS;

interface FilterFieldsProps {
  readonly filters: AuditFilters;
  readonly onChange: (change: Partial<AuditFilters>) => void;
}

/** The choice of a person, for who reads the entries of everyone. */
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

/** What was done, by whom, and what came of it: newest first, with the values before and after. */
export function AuditPage() {
  const { t } = useLingui();
  const readsAll = useMay('read_audit');
  const managesStaff = useMay('manage_staff');
  const [filters, setFilters] = useFilters(NO_FILTERS);
  const [openId, setOpenId] = useState<string | null>(null);
  const query = activeFilters(filters);
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
          <span className={styles.two}>
            <span>{original.subject_type}</span>
            <span className={styles.weak}>{original.subject_id}</span>
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
      className={styles.panel}
      actions={
        <CsvButton
          fileName="sangwian-audit.csv"
          read={async () => (await callStaff('GET /operator/audit/csv', { query })).data.csv}
        />
      }
    >
      <div className={styles.filters}>
        {readsAll && managesStaff ? <PersonFilter filters={filters} onChange={setFilters} /> : null}
        <Field
          label={t`Act`}
          placeholder="PUT /operator/staff/{staff_id}"
          value={filters.operation}
          onChange={(event) => setFilters({ operation: event.currentTarget.value })}
        />
        <Field
          label={t`Subject`}
          value={filters.subject_id}
          onChange={(event) => setFilters({ subject_id: event.currentTarget.value })}
        />
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
