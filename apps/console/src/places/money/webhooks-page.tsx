import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { WebhookLine } from '@sangwian/contract/endpoints/operator/orders';
import { useQuery } from '@tanstack/react-query';
import { RotateCw, X } from 'lucide-react';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { queryClient } from '../../shared/api/query-client.ts';
import { staffQuery, useStaffList } from '../../shared/api/staff-query.ts';
import { useWritesLocked } from '../../shared/live/connection.ts';
import { optionsOf } from '../../shared/options-of.ts';
import { type Column, DataTable } from '../../shared/table/data-table.tsx';
import { activeFilters, useFilters } from '../../shared/table/use-filters.ts';
import { showToast } from '../../shared/toasts/toasts.ts';
import { useWrite } from '../../shared/toasts/use-write.ts';
import { Button, IconButton } from '../../shared/ui/button.tsx';
import { Chip } from '../../shared/ui/chip.tsx';
import { SelectField } from '../../shared/ui/field.tsx';
import { Moment } from '../../shared/ui/moment.tsx';
import { Panel } from '../../shared/ui/panel.tsx';
import layout from '../../shared/ui/place.module.css';
import { QueryView } from '../../shared/ui/states.tsx';
import { PROVIDER_NAMES, useNames } from './names.ts';

type Outcome = NonNullable<WebhookLine['outcome']> | 'waiting';

const OUTCOME_NAMES: Record<Outcome, MessageDescriptor> = {
  waiting: msg`Waiting`,
  asked: msg`Provider asked`,
  no_news: msg`Nothing new`,
  duplicate: msg`Duplicate`,
  not_ours: msg`Not ours`,
  unreadable: msg`Unreadable`,
  forged: msg`Forged`,
  given_up: msg`Given up`,
};
const BAD: readonly Outcome[] = ['forged', 'given_up', 'unreadable'];
const EVENT_PROVIDERS = { omise: PROVIDER_NAMES.omise, paypal: PROVIDER_NAMES.paypal };

interface WebhookPanelProps {
  readonly webhookId: string;
  readonly onClose: () => void;
}

/** One webhook with its payload. Staff can process it again. */
function WebhookPanel({ webhookId, onClose }: WebhookPanelProps) {
  const { t } = useLingui();
  const isLocked = useWritesLocked();
  const params = { webhook_id: webhookId };
  const found = useQuery(staffQuery('GET /operator/webhook/{webhook_id}', { params }, 'orders'));
  const [replay, isBusy] = useWrite('POST /operator/webhook/{webhook_id}/replay');
  const handleAgain = async () => {
    if ((await replay({ params, body: {} })) === null) return;
    showToast('done', t`The provider is asked again`);
    await queryClient.invalidateQueries({ queryKey: ['orders'] });
  };
  return (
    <Panel
      title={t`Webhook`}
      className={layout.side}
      actions={<IconButton icon={X} label={t`Close`} onClick={onClose} />}
    >
      <QueryView query={found} rows={8}>
        {(webhook) => (
          <div className={layout.body}>
            <dl className={layout.facts}>
              <dt>
                <Trans>Event</Trans>
              </dt>
              <dd className={layout.mono}>{webhook.kind ?? '–'}</dd>
              <dt>
                <Trans>Signature</Trans>
              </dt>
              <dd>{webhook.signature}</dd>
              <dt>
                <Trans>Tries</Trans>
              </dt>
              <dd>{webhook.tries}</dd>
              <dt>
                <Trans>Received</Trans>
              </dt>
              <dd>
                <Moment at={webhook.received_at} />
              </dd>
            </dl>
            {webhook.problem === null ? null : <p className={layout.weak}>{webhook.problem}</p>}
            {webhook.replayable ? (
              <div className={layout.actions}>
                <Button
                  icon={RotateCw}
                  disabled={isBusy || isLocked}
                  onClick={() => void handleAgain()}
                >
                  <Trans>Handle again</Trans>
                </Button>
              </div>
            ) : null}
            {webhook.payload === null ? (
              <p className={layout.weak}>
                <Trans>The message was erased or is not JSON.</Trans>
              </p>
            ) : (
              // biome-ignore lint/a11y/noNoninteractiveTabindex: a text that scrolls must scroll by the keyboard, too.
              <pre className={layout.well} tabIndex={0}>
                {webhook.payload}
              </pre>
            )}
          </div>
        )}
      </QueryView>
    </Panel>
  );
}

/** The webhooks of payment providers and how each was processed. */
export function WebhooksPage() {
  const { t } = useLingui();
  const { nameOf } = useNames();
  const [filters, setFilters] = useFilters({ provider: '', outcome: '' });
  const [{ webhook: openId }, setOpen] = useFilters({ webhook: '' });
  const list = useStaffList(
    'GET /operator/webhook',
    { query: { ...activeFilters(filters), limit: 50 } },
    'orders',
  );
  const columns = useMemo(
    (): Column<WebhookLine>[] => [
      {
        id: 'kind',
        header: t`Event`,
        cell: ({ row: { original } }) => (
          <button
            type="button"
            className={layout.mono}
            onClick={() => setOpen({ webhook: original.webhook_id })}
          >
            {original.kind ?? '–'}
          </button>
        ),
      },
      {
        id: 'provider',
        header: t`Provider`,
        cell: ({ row }) => nameOf(PROVIDER_NAMES[row.original.provider]),
      },
      {
        id: 'outcome',
        header: t`Outcome`,
        cell: ({ row: { original } }) => {
          const outcome = original.outcome ?? 'waiting';
          return (
            <Chip tone={BAD.includes(outcome) ? 'warn' : 'plain'}>
              {nameOf(OUTCOME_NAMES[outcome])}
            </Chip>
          );
        },
      },
      {
        id: 'order',
        header: t`Order`,
        cell: ({ row: { original } }) =>
          original.order === null ? (
            '–'
          ) : (
            <Link className={layout.mono} to={`/money/orders?order=${original.order.order_id}`}>
              {original.order.number}
            </Link>
          ),
      },
      {
        id: 'received',
        header: t`Received`,
        cell: ({ row }) => <Moment at={row.original.received_at} />,
      },
    ],
    [t, nameOf, setOpen],
  );
  return (
    <div className={layout.place}>
      <Panel title={t`Webhooks`} className={layout.main}>
        <div className={layout.filters}>
          <SelectField
            label={t`Provider`}
            value={filters.provider}
            options={optionsOf(EVENT_PROVIDERS, nameOf, t`All`)}
            onChange={(event) => setFilters({ provider: event.currentTarget.value })}
          />
          <SelectField
            label={t`Outcome`}
            value={filters.outcome}
            options={optionsOf(OUTCOME_NAMES, nameOf, t`All`)}
            onChange={(event) => setFilters({ outcome: event.currentTarget.value })}
          />
        </div>
        <DataTable
          label={t`Webhooks`}
          columns={columns}
          list={list}
          rowId={({ webhook_id }) => webhook_id}
          onOpen={({ webhook_id }) => setOpen({ webhook: webhook_id })}
          currentId={openId}
          empty={{ title: t`No webhook matches` }}
        />
      </Panel>
      {openId === '' ? null : (
        <WebhookPanel key={openId} webhookId={openId} onClose={() => setOpen({ webhook: '' })} />
      )}
    </div>
  );
}
