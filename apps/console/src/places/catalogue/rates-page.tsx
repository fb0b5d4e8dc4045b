import { Trans, useLingui } from '@lingui/react/macro';
import type { OperatorRates } from '@sangwian/contract/endpoints/operator/catalogue';
import { formatDate } from '@sangwian/i18n/format-date';
import { useQuery } from '@tanstack/react-query';
import { Coins } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { staffQuery } from '../../shared/api/staff-query.ts';
import { useWritesLocked } from '../../shared/live/connection.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Panel } from '../../shared/ui/panel.tsx';
import layout from '../../shared/ui/place.module.css';
import { Empty, QueryView } from '../../shared/ui/states.tsx';
import styles from './catalogue-place.module.css';

const RatesDialog = lazy(() => import('./rates-dialog.tsx'));

function Rates({ rates }: { readonly rates: OperatorRates }) {
  const { t } = useLingui();
  if (rates.as_of === null) {
    return (
      <Empty icon={Coins} title={t`No rates yet`}>
        <Trans>Fans see prices in baht only.</Trans>
      </Empty>
    );
  }
  return (
    <>
      <dl className={`${layout.facts} ${layout.body}`}>
        <dt>
          <Trans>Date</Trans>
        </dt>
        <dd>{formatDate(rates.as_of)}</dd>
        <dt>
          <Trans>Source</Trans>
        </dt>
        <dd>{rates.source}</dd>
        <dt>
          <Trans>Entered by</Trans>
        </dt>
        <dd>{rates.by ?? t`the rates service`}</dd>
      </dl>
      <ul className={styles.rows}>
        {rates.rates.map(({ code, rate }) => (
          <li key={code} className={styles.row}>
            <strong className={layout.mono}>{code}</strong>
            <span className={layout.amount}>
              <Trans>
                ฿1 ≈ {rate} {code}
              </Trans>
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The approximate exchange rates that fans see beside prices. Fans always pay in baht. */
export function RatesPage() {
  const { t } = useLingui();
  const isLocked = useWritesLocked();
  const rates = useQuery(staffQuery('GET /operator/rates', {}, 'catalogue'));
  const [isEditing, setEditing] = useState(false);
  return (
    <div className={layout.place}>
      <Panel
        title={t`Exchange rates`}
        note={rates.data?.automatic ? t`fetched every hour` : undefined}
        className={layout.main}
        actions={
          <Button disabled={isLocked || rates.data === undefined} onClick={() => setEditing(true)}>
            <Trans>Enter rates…</Trans>
          </Button>
        }
      >
        <QueryView query={rates}>{(data) => <Rates rates={data} />}</QueryView>
      </Panel>
      {isEditing && rates.data ? (
        <Suspense fallback={null}>
          <RatesDialog rates={rates.data} onClose={() => setEditing(false)} />
        </Suspense>
      ) : null}
    </div>
  );
}
