import { Trans, useLingui } from '@lingui/react/macro';
import type { Health } from '@sangwian/contract/endpoints/operator/health';
import { formatDate } from '@sangwian/i18n/format-date';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Moment } from '../../shared/ui/moment.tsx';
import { Panel, PanelBody } from '../../shared/ui/panel.tsx';
import { formatBytes } from './format-bytes.ts';
import styles from './health-place.module.css';

interface HealthProps {
  readonly health: Health;
}

interface Fact {
  readonly name: string;
  readonly value: ReactNode;
}

/** A list of names and values. Values may wrap to a second line. */
function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const since = (at: string | null): ReactNode => (at === null ? '–' : <Moment at={at} />);

/** The state of the database and of the job queue. */
export function DatabasePanel({ health: { database, jobs } }: HealthProps) {
  const { t } = useLingui();
  const { connections, connections_max: max, longest_transaction_s: longest } = database;
  const until = database.partitions_until;
  return (
    <Panel title={t`Database and jobs`} note={`PostgreSQL ${database.version.split(' ')[0]}`}>
      <PanelBody>
        <Facts
          facts={[
            { name: t`Size`, value: formatBytes(database.size_bytes) },
            { name: t`Connections`, value: t`${connections} of ${max}` },
            {
              name: t`Longest transaction`,
              value: longest === null ? '–' : `${longest.toFixed(1)} s`,
            },
            {
              name: t`Replicas`,
              value: database.replicas === 0 ? t`none` : String(database.replicas),
            },
            { name: t`Partitions until`, value: until === null ? '–' : formatDate(until) },
            {
              name: t`Jobs`,
              value: (
                <Link to="/health/jobs">
                  <Trans>
                    {jobs.queued} queued, {jobs.running} running, {jobs.retrying} retrying,{' '}
                    {jobs.given_up} given up
                  </Trans>
                </Link>
              ),
            },
          ]}
        />
      </PanelBody>
    </Panel>
  );
}

/** Outgoing mail and push messages, and webhooks of payment providers. */
export function QueuesPanel({ health: { mail, push, providers } }: HealthProps) {
  const { t } = useLingui();
  const queue = ({ on, waiting, oldest_at: oldest }: Health['mail']): ReactNode => {
    if (!on) return t`not configured`;
    if (oldest === null) return t`nothing waits`;
    return (
      <Trans>
        {waiting} wait since <Moment at={oldest} />
      </Trans>
    );
  };
  const names = { omise: 'Omise', paypal: 'PayPal' } as const;
  return (
    <Panel title={t`Queues and providers`}>
      <PanelBody>
        <Facts
          facts={[
            { name: t`Mail`, value: queue(mail) },
            { name: t`Push messages`, value: queue(push) },
            ...providers.map((one) => ({
              name: names[one.provider],
              value: (
                <>
                  {one.last_webhook_at === null ? (
                    <Trans>no message in 7 days</Trans>
                  ) : (
                    <Trans>
                      last message <Moment at={one.last_webhook_at} />
                    </Trans>
                  )}
                  <br />
                  <Trans>
                    {one.webhooks_waiting} not handled, last asked {since(one.last_poll_at)}
                  </Trans>
                </>
              ),
            })),
          ]}
        />
      </PanelBody>
    </Panel>
  );
}

/** The hourly check of the ledger and the last backup. */
export function LedgerPanel({ health: { ledger, backup_at: backup } }: HealthProps) {
  const { t } = useLingui();
  return (
    <Panel title={t`Ledger and backup`}>
      <PanelBody>
        <Facts
          facts={[
            { name: t`Last check`, value: since(ledger.checked_at) },
            { name: t`Last without faults`, value: since(ledger.good_at) },
            { name: t`Faults`, value: String(ledger.faults) },
            {
              name: t`Last backup`,
              value:
                backup === null ? (
                  <Link to="/health/runbooks/health">
                    <Trans>none is recorded</Trans>
                  </Link>
                ) : (
                  <Moment at={backup} />
                ),
            },
          ]}
        />
      </PanelBody>
    </Panel>
  );
}

/** The number of sockets of all nodes by namespace. */
export function SocketsPanel({ sockets }: { readonly sockets: Health['sockets'] }) {
  const { t } = useLingui();
  return (
    <Panel title={t`Sockets`}>
      <PanelBody>
        <Facts
          facts={sockets.map(({ namespace, sockets: open }) => ({
            name: namespace,
            value: String(open),
          }))}
        />
      </PanelBody>
    </Panel>
  );
}
