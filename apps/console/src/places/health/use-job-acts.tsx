import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { JobLine } from '@sangwian/contract/endpoints/operator/health';
import { RotateCw, Trash2 } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { ApiError } from '../../shared/api/api-error.ts';
import { callStaff } from '../../shared/api/call-staff.ts';
import type { BulkAction } from '../../shared/table/bulk-bar.tsx';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';

interface Asked {
  readonly count: number;
  /** Receives the reason; `null` if the operator cancels. */
  readonly answer: (reason: string | null) => void;
}

/** @throws {ApiError} with the error code of a job that failed @throws {ApiError} with the code of a row that failed */
function refuseFailed(rows: readonly { readonly error: string | null }[]): void {
  const [row] = rows;
  if (row?.error) throw new ApiError({ status: row.error }, 409, '');
}

function DiscardDialog({ asked: { count, answer } }: { readonly asked: Asked }) {
  const { t } = useLingui();
  return (
    <ConfirmDialog
      title={t`Discard ${plural(count, { one: '# job', other: '# jobs' })}?`}
      description={t`What the jobs had to do is not done, and nothing retries it.`}
      asksReason
      isDanger
      action={t`Discard ${plural(count, { one: '# job', other: '# jobs' })}`}
      onConfirm={answer}
      onClose={() => answer(null)}
    />
  );
}

const nameOf = ({ task, job_id: id }: JobLine): string => `${task} ${id}`;

/** Returns the acts on selected jobs, and the dialog that asks for the reason of a discard. */
export function useJobActs(): {
  readonly retry: BulkAction<JobLine>;
  readonly discard: BulkAction<JobLine>;
  readonly dialog: ReactNode;
} {
  const { t } = useLingui();
  const [asked, setAsked] = useState<Asked | null>(null);
  const reason = useRef('');
  const retry: BulkAction<JobLine> = {
    id: 'retry',
    label: t`Retry`,
    icon: RotateCw,
    nameOf,
    run: async ({ job_id }) => {
      const body = { job_ids: [job_id] };
      refuseFailed((await callStaff('POST /operator/health/job/retry', { body })).data.rows);
    },
  };
  const discard: BulkAction<JobLine> = {
    id: 'discard',
    label: t`Discard…`,
    icon: Trash2,
    isDanger: true,
    nameOf,
    prepare: (rows) =>
      new Promise((resolve) => {
        setAsked({
          count: rows.length,
          answer: (given) => {
            reason.current = given ?? '';
            setAsked(null);
            resolve(given !== null);
          },
        });
      }),
    run: async ({ job_id }) => {
      const body = { job_ids: [job_id], reason: reason.current };
      refuseFailed((await callStaff('POST /operator/health/job/discard', { body })).data.rows);
    },
  };
  return { retry, discard, dialog: asked === null ? null : <DiscardDialog asked={asked} /> };
}
