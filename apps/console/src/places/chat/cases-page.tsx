import { Trans, useLingui } from '@lingui/react/macro';
import type { ReportReason } from '@sangwian/contract/endpoints/chat-safety';
import { TimerOff, Trash2, X } from 'lucide-react';
import { useMemo } from 'react';
import { callStaff } from '../../shared/api/call-staff.ts';
import { queryClient } from '../../shared/api/query-client.ts';
import { useStaffList } from '../../shared/api/staff-query.ts';
import { REASONS, useReasonNames } from '../../shared/chat/use-reason-names.ts';
import type { BulkAction } from '../../shared/table/bulk-bar.tsx';
import { CsvButton } from '../../shared/table/csv-button.tsx';
import { type Column, DataTable } from '../../shared/table/data-table.tsx';
import { SavedFilters } from '../../shared/table/saved-filters.tsx';
import { activeFilters, useFilters } from '../../shared/table/use-filters.ts';
import { Age } from '../../shared/ui/age.tsx';
import { Chip } from '../../shared/ui/chip.tsx';
import { Field, SelectField } from '../../shared/ui/field.tsx';
import { Moment } from '../../shared/ui/moment.tsx';
import { Panel } from '../../shared/ui/panel.tsx';
import { CaseDialog } from './case-dialog.tsx';
import { type Case, reasonOf, type Verdict } from './cases.ts';
import styles from './chat-place.module.css';

const NO_FILTERS = { state: '', because: '', about: '', member_id: '' };
type CaseFilters = typeof NO_FILTERS;
const BULK_TIMEOUT_MINUTES = 60;

interface FilterBarProps {
  readonly filters: CaseFilters;
  readonly onChange: (change: Partial<CaseFilters>) => void;
}

function FilterBar({ filters, onChange }: FilterBarProps) {
  const { t } = useLingui();
  const names = useReasonNames();
  const bind = (name: keyof CaseFilters) => ({
    value: filters[name],
    onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
      onChange({ [name]: event.currentTarget.value }),
  });
  return (
    <div className={styles.filters}>
      <SelectField
        label={t`State`}
        options={[
          { value: '', label: t`Waiting` },
          { value: 'decided', label: t`Decided` },
        ]}
        {...bind('state')}
      />
      <SelectField
        label={t`Reason`}
        options={[
          { value: '', label: t`All` },
          ...REASONS.map((value) => ({ value, label: names[value] })),
        ]}
        {...bind('because')}
      />
      <SelectField
        label={t`About`}
        options={[
          { value: '', label: t`All` },
          { value: 'message', label: t`A message` },
          { value: 'member', label: t`A member` },
        ]}
        {...bind('about')}
      />
      <Field label={t`Member id`} {...bind('member_id')} />
      <SavedFilters
        list="chat-cases"
        filters={filters}
        onChoose={(chosen) => onChange({ ...NO_FILTERS, ...chosen })}
      />
    </div>
  );
}

/** Returns the acts on several cases. Each case is decided with the reason that most of its reports have. */
function useBulkActions(): readonly BulkAction<Case>[] {
  const { t } = useLingui();
  const names = useReasonNames();
  const decide = async (reported: Case, decision: Verdict) => {
    const because = reasonOf(reported);
    await callStaff('POST /operator/chat/cases/{chat_case_id}/decide', {
      params: { chat_case_id: reported.chat_case_id },
      body: {
        decision,
        because,
        reason: decision === 'dismissed' ? t`No breach of the rules` : names[because],
        ...(decision === 'timed_out' ? { timeout_minutes: BULK_TIMEOUT_MINUTES } : {}),
      },
    });
    await queryClient.invalidateQueries({ queryKey: ['chat'] });
  };
  const nameOf = ({ member_name: name, text }: Case) =>
    `${name || t`deleted member`}: ${text ?? t`A member`}`;
  return [
    {
      id: 'remove',
      label: t`Remove`,
      icon: Trash2,
      isDanger: true,
      nameOf,
      run: (row) => decide(row, 'removed'),
    },
    {
      id: 'time-out',
      label: t`Time out 1 h`,
      icon: TimerOff,
      isDanger: true,
      nameOf,
      run: (row) => decide(row, 'timed_out'),
    },
    { id: 'dismiss', label: t`Dismiss`, icon: X, nameOf, run: (row) => decide(row, 'dismissed') },
  ];
}

function useColumns(onOpen: (id: string) => void): readonly Column<Case>[] {
  const { t } = useLingui();
  const names = useReasonNames();
  return useMemo(
    (): Column<Case>[] => [
      {
        id: 'reported',
        header: t`Reported`,
        cell: ({ row: { original } }) => (
          <span className={styles.two}>
            <button
              type="button"
              className={styles.open}
              onClick={(event) => {
                event.stopPropagation();
                onOpen(original.chat_case_id);
              }}
            >
              <bdi>{original.member_name || t`deleted member`}</bdi>
            </button>
            <span className={styles.text} dir="auto">
              {original.text ?? (
                <span className={styles.weak}>
                  <Trans>About the member, not about one message</Trans>
                </span>
              )}
            </span>
          </span>
        ),
      },
      {
        id: 'reasons',
        header: t`Reasons`,
        cell: ({ row: { original } }) => (
          <span className={styles.actions}>
            {Object.entries(original.reasons).map(([reason, count]) => (
              <Chip key={reason} tone="warn">
                {names[reason as ReportReason]} × {count}
              </Chip>
            ))}
          </span>
        ),
      },
      {
        id: 'state',
        header: t`State`,
        cell: ({ row: { original } }) => <CaseState reported={original} />,
      },
      {
        id: 'age',
        header: t`Age`,
        cell: ({ row: { original } }) =>
          original.decision === null ? (
            <Age at={original.opened_at} />
          ) : (
            <Moment at={original.decision.at} />
          ),
      },
    ],
    [t, names, onOpen],
  );
}

function CaseState({ reported: { decision, taken } }: { readonly reported: Case }) {
  const { t } = useLingui();
  const outcomes: Readonly<Record<Verdict, string>> = {
    removed: t`Message removed`,
    timed_out: t`Member timed out`,
    dismissed: t`Dismissed`,
  };
  if (decision !== null) {
    return (
      <span className={styles.two}>
        <span>{outcomes[decision.decision]}</span>
        <span className={styles.weak}>{decision.by}</span>
      </span>
    );
  }
  if (taken === null) {
    return (
      <Chip>
        <Trans>Open</Trans>
      </Chip>
    );
  }
  return (
    <Chip tone="ok">
      <Trans>Taken by {taken.by}</Trans>
    </Chip>
  );
}

/** Fans' reports. All reports of one message or one member form one case. Oldest case first. */
export function CasesPage() {
  const { t } = useLingui();
  const [filters, setFilters] = useFilters(NO_FILTERS);
  const [{ case: openId }, setOpen] = useFilters({ case: '' });
  const query = activeFilters(filters);
  const list = useStaffList('GET /operator/chat/cases', { query }, 'chat');
  const bulkActions = useBulkActions();
  const columns = useColumns((id) => setOpen({ case: id }));
  const open = list.items.find(({ chat_case_id: id }) => id === openId);
  return (
    <Panel
      title={t`Reports`}
      note={filters.state === 'decided' ? t`decided, newest first` : t`waiting, oldest first`}
      className={styles.fill}
      actions={
        <CsvButton
          fileName="sangwian-chat-reports.csv"
          read={async () => (await callStaff('GET /operator/chat/cases/csv', { query })).data.csv}
        />
      }
    >
      <FilterBar filters={filters} onChange={setFilters} />
      <DataTable
        label={t`Reports`}
        columns={columns}
        list={list}
        rowId={({ chat_case_id: id }) => id}
        currentId={openId}
        onOpen={({ chat_case_id: id }) => setOpen({ case: id })}
        bulkActions={filters.state === 'decided' ? [] : bulkActions}
        empty={{
          title: t`No reports`,
          text: <Trans>Reports by fans appear here automatically.</Trans>,
        }}
      />
      {open === undefined ? null : (
        <CaseDialog key={open.chat_case_id} reported={open} onClose={() => setOpen({ case: '' })} />
      )}
    </Panel>
  );
}
