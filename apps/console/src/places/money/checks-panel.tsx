import type { MessageDescriptor } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { ResponseOf } from '@sangwian/contract/contract';
import { useQuery } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { Link } from 'react-router';
import { queryClient } from '../../shared/api/query-client.ts';
import { staffQuery } from '../../shared/api/staff-query.ts';
import { formatBaht } from '../../shared/baht.ts';
import { useWritesLocked } from '../../shared/live/connection.ts';
import { useMay } from '../../shared/session/permissions.ts';
import { showToast } from '../../shared/toasts/toasts.ts';
import { useWrite } from '../../shared/toasts/use-write.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Moment } from '../../shared/ui/moment.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { Panel } from '../../shared/ui/panel.tsx';
import layout from '../../shared/ui/place.module.css';
import { QueryView } from '../../shared/ui/states.tsx';
import styles from './money-place.module.css';
import { useNames } from './names.ts';

type Check = ResponseOf<'GET /operator/money/check'>['data'];

const KIND_NAMES: Record<Check['differences'][number]['kind'], MessageDescriptor> = {
  amount: msg`Another amount arrived`,
  unpaid: msg`Paid without money`,
  uncredited: msg`Money without coins`,
  paid_twice: msg`Paid twice`,
  stuck: msg`Pending for over two hours`,
};
/** The check runs hourly and is stale after two hours. */
const STALE_MS = 2 * 60 * 60_000;

function Ledger({ ledger }: Pick<Check, 'ledger'>) {
  const { t } = useLingui();
  const { checked_at: checkedAt, faults, good_at: goodAt } = ledger;
  if (faults.length > 0) {
    return (
      <Notice tone="warn" title={t`The ledger does not balance`}>
        <ul>
          {faults.map((fault) => (
            <li key={fault}>{fault}</li>
          ))}
        </ul>
      </Notice>
    );
  }
  if (checkedAt === null || goodAt === null) {
    return <Notice title={t`The ledger was not checked yet`} />;
  }
  const isStale = Date.now() - Date.parse(goodAt) > STALE_MS;
  return (
    <Notice
      tone={isStale ? 'warn' : 'ok'}
      title={isStale ? t`The last good check is old` : t`The ledger balances`}
    >
      <p>
        <Trans>
          Last good check: <Moment at={goodAt} />
        </Trans>
      </p>
    </Notice>
  );
}

/** Polls the providers now instead of at the next interval. */
function ReconcileButton() {
  const { t } = useLingui();
  const isLocked = useWritesLocked();
  const [reconcile, isBusy] = useWrite('POST /operator/payment/reconcile');
  const run = async () => {
    const answer = await reconcile({ body: {} });
    if (answer === null) return;
    const { asked, failed } = answer.data.attempts;
    showToast(
      failed === 0 ? 'done' : 'problem',
      failed === 0
        ? t`${plural(asked, { one: '# payment', other: '# payments' })} compared`
        : t`${failed} of ${plural(asked, { one: '# payment', other: '# payments' })} could not be compared: the provider does not answer`,
    );
    await queryClient.invalidateQueries({ queryKey: ['orders'] });
  };
  return (
    <Button size="small" icon={RefreshCw} disabled={isBusy || isLocked} onClick={() => void run()}>
      <Trans>Compare now</Trans>
    </Button>
  );
}

/** The ledger's last check, and the orders whose status differs from their payments. */
export function ChecksPanel() {
  const { t } = useLingui();
  const { nameOf } = useNames();
  const mayManage = useMay('manage_orders');
  const check = useQuery(staffQuery('GET /operator/money/check', {}, 'orders'));
  return (
    <Panel title={t`Checks`} actions={mayManage ? <ReconcileButton /> : null}>
      <QueryView query={check} rows={3}>
        {({ ledger, differences }) => (
          <div className={layout.body}>
            <Ledger ledger={ledger} />
            {differences.length === 0 ? (
              <Notice tone="ok" title={t`Every order matches its payments`} />
            ) : (
              <>
                <Notice tone="warn">
                  <Plural
                    value={differences.length}
                    one="# order differs from its payments"
                    other="# orders differ from their payments"
                  />
                </Notice>
                <ul className={styles.events}>
                  {differences.map((one) => (
                    <li key={one.order_id}>
                      <Link className={layout.mono} to={`/money/orders?order=${one.order_id}`}>
                        {one.number}
                      </Link>
                      <span className={layout.two}>
                        {nameOf(KIND_NAMES[one.kind])}
                        <span className={layout.weak}>
                          {formatBaht(one.ordered_satang)} / {formatBaht(one.paid_satang)}
                        </span>
                      </span>
                    </li>
                  ))}
                </ul>
              </>
            )}
          </div>
        )}
      </QueryView>
    </Panel>
  );
}
