import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { BatchCode, CodeBatch } from '@sangwian/contract/endpoints/operator/codes';
import { formatCoins } from '@sangwian/i18n/format-number';
import { useQuery } from '@tanstack/react-query';
import { Ban, Check, Download, X } from 'lucide-react';
import { useMemo, useState } from 'react';
import { callStaff } from '../../shared/api/call-staff.ts';
import { queryClient } from '../../shared/api/query-client.ts';
import { staffQuery, useStaffList } from '../../shared/api/staff-query.ts';
import { useWritesLocked } from '../../shared/live/connection.ts';
import { saveFile } from '../../shared/save-file.ts';
import { type Column, DataTable } from '../../shared/table/data-table.tsx';
import { useBulkTerms } from '../../shared/table/use-bulk-terms.ts';
import { activeFilters, useFilters } from '../../shared/table/use-filters.ts';
import { showToast } from '../../shared/toasts/toasts.ts';
import { useWrite } from '../../shared/toasts/use-write.ts';
import { Button, IconButton } from '../../shared/ui/button.tsx';
import { Chip } from '../../shared/ui/chip.tsx';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { SelectField } from '../../shared/ui/field.tsx';
import { Moment } from '../../shared/ui/moment.tsx';
import { Panel } from '../../shared/ui/panel.tsx';
import layout from '../../shared/ui/place.module.css';
import { QueryView } from '../../shared/ui/states.tsx';

const readAgain = () => queryClient.invalidateQueries({ queryKey: ['catalogue'] });

interface BatchProps {
  readonly batch: CodeBatch;
}

/** Exports the codes, which is possible only once; the dialog warns first. */
function ExportDialog({ batch, onClose }: BatchProps & { readonly onClose: () => void }) {
  const { t } = useLingui();
  const [exportCodes, isBusy] = useWrite('POST /operator/code/batch/{batch_id}/export');
  const params = { batch_id: batch.batch_id };
  const save = async () => {
    const answer = await exportCodes({ params, body: {} });
    if (answer === null) return;
    const { csv, file_name: fileName } = answer.data;
    saveFile(new Blob([csv], { type: 'text/csv;charset=utf-8' }), fileName);
    onClose();
    showToast('done', t`${plural(batch.codes, { one: '# code', other: '# codes' })} exported`);
    await readAgain();
  };
  return (
    <ConfirmDialog
      title={t`Export ${batch.name}`}
      description={t`${plural(batch.codes, { one: 'The code can be exported', other: 'The # codes can be exported' })} once. Whoever has the file can redeem them. If it is lost, disable the batch and create another one.`}
      action={t`Export ${plural(batch.codes, { one: '# code', other: '# codes' })}`}
      isBusy={isBusy}
      onConfirm={() => void save()}
      onClose={onClose}
    />
  );
}

/** Approves another person's batch and shows its size and value first. */
function ApproveDialog({ batch, onClose }: BatchProps & { readonly onClose: () => void }) {
  const { t } = useLingui();
  const [approve, isBusy] = useWrite('POST /operator/code/batch/{batch_id}/approve');
  const by = batch.created_by;
  const run = async () => {
    if ((await approve({ params: { batch_id: batch.batch_id } })) === null) return;
    onClose();
    showToast('done', t`${batch.name} can be used now`);
    await readAgain();
  };
  return (
    <ConfirmDialog
      title={t`Approve ${batch.name}`}
      description={
        batch.worth_coins === null
          ? t`${by} made ${plural(batch.codes, { one: '# code', other: '# codes' })} that any number of members can use: there is no limit to the coins given.`
          : t`${by} made ${plural(batch.codes, { one: '# code', other: '# codes' })}, worth up to ${plural(batch.worth_coins, { one: '# coin', other: '# coins' })}.`
      }
      action={t`Approve ${plural(batch.codes, { one: '# code', other: '# codes' })}`}
      isBusy={isBusy}
      onConfirm={() => void run()}
      onClose={onClose}
    />
  );
}

/** Disables every code of the batch and shows how many codes this concerns. */
function DisableDialog({ batch, onClose }: BatchProps & { readonly onClose: () => void }) {
  const { t } = useLingui();
  const [disable, isBusy] = useWrite('POST /operator/code/batch/{batch_id}/disable');
  const open = batch.codes - batch.disabled;
  const run = async (reason: string) => {
    const params = { batch_id: batch.batch_id };
    const answer = await disable({ params, body: { reason } });
    if (answer === null) return;
    onClose();
    showToast(
      'done',
      t`${plural(answer.data.disabled, { one: '# code', other: '# codes' })} disabled`,
    );
    await readAgain();
  };
  return (
    <ConfirmDialog
      title={t`Disable ${batch.name}`}
      description={t`${plural(open, { one: '# code', other: '# codes' })} can no longer be redeemed, for good. ${plural(batch.uses, { one: 'The # use so far stays as it is.', other: 'The # uses so far stay as they are.' })}`}
      action={t`Disable ${plural(open, { one: '# code', other: '# codes' })}`}
      asksReason
      isDanger
      isBusy={isBusy}
      onConfirm={(reason) => void run(reason)}
      onClose={onClose}
    />
  );
}

function Terms({ batch }: BatchProps) {
  const { t } = useLingui();
  return (
    <dl className={layout.facts}>
      <dt>
        <Trans>Gives</Trans>
      </dt>
      <dd>
        {batch.coins === null
          ? t`a live`
          : t`${plural(batch.coins, { one: '# coin', other: '# coins' })}`}
      </dd>
      <dt>
        <Trans>Each member</Trans>
      </dt>
      <dd>{batch.per_member === 'once' ? t`once` : t`once a day`}</dd>
      <dt>
        <Trans>Each code</Trans>
      </dt>
      <dd>
        {batch.uses_max === null ? (
          <Trans>any number of members</Trans>
        ) : (
          <Plural value={batch.uses_max} one="# use" other="# uses" />
        )}
        {batch.uses_per_day_max === null ? null : (
          <Trans>, {formatCoins(batch.uses_per_day_max)} a day</Trans>
        )}
      </dd>
      <dt>
        <Trans>Valid</Trans>
      </dt>
      <dd>
        {batch.starts_at === null ? t`now` : <Moment at={batch.starts_at} />} –{' '}
        {batch.expires_at === null ? t`without end` : <Moment at={batch.expires_at} />}
      </dd>
      {batch.coins === null ? null : (
        <>
          <dt>
            <Trans>Worth</Trans>
          </dt>
          <dd>
            {batch.worth_coins === null
              ? t`no bound`
              : t`up to ${plural(batch.worth_coins, { one: '# coin', other: '# coins' })}`}
          </dd>
        </>
      )}
      {batch.approved_at === null ? null : (
        <>
          <dt>
            <Trans>Approved</Trans>
          </dt>
          <dd>
            <Moment at={batch.approved_at} /> · {batch.approved_by}
          </dd>
        </>
      )}
      <dt>
        <Trans>Redeemed</Trans>
      </dt>
      <dd>
        <Trans>
          {formatCoins(batch.redeemed)} of{' '}
          <Plural value={batch.codes} one="# code" other="# codes" />,{' '}
          <Plural value={batch.uses} one="# use" other="# uses" />
        </Trans>
      </dd>
      <dt>
        <Trans>Disabled</Trans>
      </dt>
      <dd>{formatCoins(batch.disabled)}</dd>
      <dt>
        <Trans>Exported</Trans>
      </dt>
      <dd>
        {batch.exported_at === null ? (
          <Trans>not yet</Trans>
        ) : (
          <>
            <Moment at={batch.exported_at} /> · {batch.exported_by}
          </>
        )}
      </dd>
    </dl>
  );
}

function CodeState({ code }: { readonly code: BatchCode }) {
  const { t } = useLingui();
  if (code.disabled_at !== null) {
    return (
      <span className={layout.two}>
        <Chip tone="warn">{t`Disabled`}</Chip>
        <span className={layout.weak}>{code.disabled_reason}</span>
      </span>
    );
  }
  if (code.last_used_at === null) return <Chip>{t`Open`}</Chip>;
  return (
    <span className={layout.two}>
      <Chip tone="ok">{t`Redeemed`}</Chip>
      <span className={layout.weak}>
        {code.uses > 1 ? <>{formatCoins(code.uses)} × · </> : null}
        <Moment at={code.last_used_at} />
      </span>
    </span>
  );
}

interface DisableSeveralDialogProps {
  readonly codes: number;
  /** Receives the reason; `null` if the operator cancels. */
  readonly onAnswer: (reason: string | null) => void;
}

/** Asks for one reason for disabling all selected codes. */
function DisableSeveralDialog({ codes, onAnswer }: DisableSeveralDialogProps) {
  const { t } = useLingui();
  const action = t`Disable ${plural(codes, { one: '# code', other: '# codes' })}`;
  return (
    <ConfirmDialog
      title={action}
      description={t`They can no longer be redeemed, for good. Uses so far stay as they are.`}
      action={action}
      asksReason
      isDanger
      onConfirm={onAnswer}
      onClose={() => onAnswer(null)}
    />
  );
}

/** The codes of a batch. Several codes can be disabled together. */
function BatchCodes({ batch }: BatchProps) {
  const { t } = useLingui();
  const [{ state }, setFilters] = useFilters({ state: '' });
  const reason = useBulkTerms<BatchCode, string>();
  const list = useStaffList(
    'GET /operator/code/batch/{batch_id}/code',
    {
      params: { batch_id: batch.batch_id },
      query: { ...activeFilters({ state }), limit: 50 },
    },
    'catalogue',
  );
  const columns = useMemo(
    (): Column<BatchCode>[] => [
      {
        id: 'code',
        header: t`Code`,
        cell: ({ row }) => <span className={layout.mono}>{row.original.code}</span>,
      },
      { id: 'state', header: t`State`, cell: ({ row }) => <CodeState code={row.original} /> },
    ],
    [t],
  );
  return (
    <>
      <div className={layout.filters}>
        <SelectField
          label={t`Codes`}
          value={state}
          options={[
            { value: '', label: t`All` },
            { value: 'open', label: t`Open` },
            { value: 'redeemed', label: t`Redeemed` },
            { value: 'disabled', label: t`Disabled` },
          ]}
          onChange={(event) => setFilters({ state: event.currentTarget.value })}
        />
      </div>
      <DataTable
        label={t`Codes`}
        columns={columns}
        list={list}
        rowId={({ code_id }) => code_id}
        bulkActions={[
          {
            id: 'disable',
            label: t`Disable the selected…`,
            icon: Ban,
            isDanger: true,
            nameOf: ({ code }) => code,
            prepare: reason.prepare,
            run: async ({ code_id }) => {
              const body = { reason: reason.read() ?? '' };
              await callStaff('POST /operator/code/{code_id}/disable', {
                params: { code_id },
                body,
              });
              await readAgain();
            },
          },
        ]}
        empty={{ title: t`No code here` }}
      />
      {reason.asked === null ? null : (
        <DisableSeveralDialog codes={reason.asked.count} onAnswer={reason.asked.answer} />
      )}
    </>
  );
}

interface BatchPanelProps {
  readonly batchId: string;
  readonly onClose: () => void;
}

/** One batch: its terms, its redemptions, its export and its codes. */
export function BatchPanel({ batchId, onClose }: BatchPanelProps) {
  const { t } = useLingui();
  const isLocked = useWritesLocked();
  const params = { batch_id: batchId };
  const found = useQuery(
    staffQuery('GET /operator/code/batch/{batch_id}', { params }, 'catalogue'),
  );
  const [open, setOpen] = useState<'approve' | 'export' | 'disable' | null>(null);
  const close = () => setOpen(null);
  return (
    <Panel
      title={found.data?.name ?? t`Batch`}
      className={layout.side}
      actions={<IconButton icon={X} label={t`Close`} onClick={onClose} />}
    >
      <QueryView query={found} rows={8}>
        {(batch) => (
          <>
            <div className={layout.body}>
              <Terms batch={batch} />
              {batch.note === '' ? null : <p>{batch.note}</p>}
              {batch.waiting && batch.own ? (
                <p>
                  <Trans>The codes are refused until another person approves the batch.</Trans>
                </p>
              ) : null}
              <div className={layout.actions}>
                {batch.waiting && !batch.own ? (
                  <Button
                    variant="primary"
                    icon={Check}
                    disabled={isLocked}
                    onClick={() => setOpen('approve')}
                  >
                    <Trans>Approve…</Trans>
                  </Button>
                ) : null}
                {batch.exported_at === null && !batch.waiting ? (
                  <Button
                    variant="primary"
                    icon={Download}
                    disabled={isLocked}
                    onClick={() => setOpen('export')}
                  >
                    <Trans>Export once…</Trans>
                  </Button>
                ) : null}
                {batch.disabled < batch.codes ? (
                  <Button
                    variant="danger"
                    icon={Ban}
                    disabled={isLocked}
                    onClick={() => setOpen('disable')}
                  >
                    <Trans>Disable the batch…</Trans>
                  </Button>
                ) : null}
              </div>
            </div>
            <BatchCodes batch={batch} />
            {open === 'approve' ? <ApproveDialog batch={batch} onClose={close} /> : null}
            {open === 'export' ? <ExportDialog batch={batch} onClose={close} /> : null}
            {open === 'disable' ? <DisableDialog batch={batch} onClose={close} /> : null}
          </>
        )}
      </QueryView>
    </Panel>
  );
}
