import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { JobLine, JobState } from '@sangwian/contract/endpoints/operator/health';
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useMemo } from 'react';
import { staffQuery, useStaffList } from '../../shared/api/staff-query.ts';
import { useMay } from '../../shared/session/permissions.ts';
import { type Column, DataTable } from '../../shared/table/data-table.tsx';
import { activeFilters, useFilters } from '../../shared/table/use-filters.ts';
import { IconButton } from '../../shared/ui/button.tsx';
import { Chip } from '../../shared/ui/chip.tsx';
import { SelectField } from '../../shared/ui/field.tsx';
import { Moment } from '../../shared/ui/moment.tsx';
import { Panel } from '../../shared/ui/panel.tsx';
import { QueryView } from '../../shared/ui/states.tsx';
import styles from './health-place.module.css';
import { useJobActs } from './use-job-acts.tsx';

function useStateNames(): Record<JobState, string> {
  const { t } = useLingui();
  return {
    queued: t`Queued`,
    running: t({ message: 'Running', context: 'a job' }),
    retrying: t`Retrying`,
    given_up: t`Given up`,
  };
}

interface JobPanelProps {
  readonly jobId: string;
  readonly onClose: () => void;
}

/** One job with its error and its payload. */
function JobPanel({ jobId, onClose }: JobPanelProps) {
  const { t } = useLingui();
  const names = useStateNames();
  const params = { job_id: jobId };
  const found = useQuery(staffQuery('GET /operator/health/job/{job_id}', { params }, 'health'));
  return (
    <Panel
      title={t`Job ${jobId}`}
      className={styles.side}
      actions={<IconButton icon={X} label={t`Close`} onClick={onClose} />}
    >
      <QueryView query={found} rows={8}>
        {(job) => (
          <div className={styles.sideBody}>
            <dl className={styles.facts}>
              <div>
                <dt>{t`Task`}</dt>
                <dd className={styles.mono}>{job.task}</dd>
              </div>
              <div>
                <dt>{t`State`}</dt>
                <dd>{names[job.state]}</dd>
              </div>
              <div>
                <dt>{t`Attempts`}</dt>
                <dd>{t`${job.attempts} of ${job.attempts_max}`}</dd>
              </div>
              <div>
                <dt>{t`Added`}</dt>
                <dd>
                  <Moment at={job.created_at} />
                </dd>
              </div>
            </dl>
            {job.error === null ? null : <p className={styles.error}>{job.error}</p>}
            {job.payload === null ? (
              <p className={styles.weak}>
                <Trans>The job has no payload, or one that is too long to show.</Trans>
              </p>
            ) : (
              // biome-ignore lint/a11y/noNoninteractiveTabindex: a text that scrolls must scroll by the keyboard, too.
              <pre className={styles.payload} tabIndex={0}>
                {job.payload}
              </pre>
            )}
          </div>
        )}
      </QueryView>
    </Panel>
  );
}

/** The jobs of the queue. Owners can retry and discard failed jobs. */
export function JobsPage() {
  const { t } = useLingui();
  const names = useStateNames();
  const mayRun = useMay('run_jobs');
  const [filters, setFilters] = useFilters({ state: '', task: '' });
  const [{ job: openId }, setOpen] = useFilters({ job: '' });
  const list = useStaffList(
    'GET /operator/health/job',
    { query: { ...activeFilters(filters), limit: 50 } },
    'health',
  );
  const { retry, discard, dialog } = useJobActs();
  const columns = useMemo(
    (): Column<JobLine>[] => [
      {
        id: 'task',
        header: t`Task`,
        cell: ({ row: { original } }) => (
          <button
            type="button"
            className={styles.mono}
            onClick={() => setOpen({ job: original.job_id })}
          >
            {original.task}
          </button>
        ),
      },
      {
        id: 'state',
        header: t`State`,
        cell: ({ row: { original } }) => (
          <Chip tone={original.state === 'given_up' ? 'warn' : 'plain'}>
            {names[original.state]}
          </Chip>
        ),
      },
      {
        id: 'attempts',
        header: t`Attempts`,
        cell: ({ row: { original } }) => `${original.attempts}/${original.attempts_max}`,
      },
      {
        id: 'error',
        header: t`Error`,
        cell: ({ row: { original } }) => (
          <span className={styles.errorCell}>{original.error ?? '–'}</span>
        ),
      },
      {
        id: 'next',
        header: t`Next attempt`,
        cell: ({ row: { original } }) =>
          original.next_attempt_at === null ? '–' : <Moment at={original.next_attempt_at} />,
      },
    ],
    [t, names, setOpen],
  );
  const count = list.items.length;
  return (
    <div className={styles.page}>
      <Panel
        title={t`Jobs`}
        note={<Plural value={count} one="# shown" other="# shown" />}
        className={styles.list}
      >
        <div className={styles.filters}>
          <SelectField
            label={t`State`}
            value={filters.state}
            options={[
              { value: '', label: t`All` },
              ...Object.entries(names).map(([value, label]) => ({ value, label })),
            ]}
            onChange={(event) => setFilters({ state: event.currentTarget.value })}
          />
        </div>
        <DataTable
          label={t`Jobs`}
          columns={columns}
          list={list}
          rowId={({ job_id }) => job_id}
          onOpen={({ job_id }) => setOpen({ job: job_id })}
          currentId={openId}
          {...(mayRun ? { bulkActions: [retry, discard] } : {})}
          empty={{
            title: t`No job matches`,
            text: t`Jobs leave the list as soon as they are done.`,
          }}
        />
      </Panel>
      {openId === '' ? null : (
        <JobPanel key={openId} jobId={openId} onClose={() => setOpen({ job: '' })} />
      )}
      {dialog}
    </div>
  );
}
