import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { OrderFile } from '@sangwian/contract/endpoints/operator/orders';
import type { OrderStatus } from '@sangwian/contract/endpoints/orders';
import { formatCoins } from '@sangwian/i18n/format-number';
import { classNames } from '@sangwian/ui/class-names';
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useState } from 'react';
import { queryClient } from '../../shared/api/query-client.ts';
import { staffQuery } from '../../shared/api/staff-query.ts';
import { formatBaht } from '../../shared/baht.ts';
import { useWritesLocked } from '../../shared/live/connection.ts';
import { showToast } from '../../shared/toasts/toasts.ts';
import { useWrite } from '../../shared/toasts/use-write.ts';
import { Button, IconButton } from '../../shared/ui/button.tsx';
import { Chip } from '../../shared/ui/chip.tsx';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { Moment } from '../../shared/ui/moment.tsx';
import { Panel } from '../../shared/ui/panel.tsx';
import layout from '../../shared/ui/place.module.css';
import { QueryView } from '../../shared/ui/states.tsx';
import styles from './money-place.module.css';
import {
  ATTEMPT_NAMES,
  ATTENTION_NAMES,
  METHOD_NAMES,
  PROVIDER_NAMES,
  STATUS_NAMES,
  useNames,
} from './names.ts';

/** The usual sequence of states of an order. */
const WAY = [
  'waiting',
  'pending',
  'awaiting_confirmation',
  'paid',
] as const satisfies OrderStatus[];

/** Returns the states to draw: first those that the order has passed, then those that may follow. */
function wayOf({ status, events }: OrderFile): { status: OrderStatus; reached: boolean }[] {
  const passed = events.map((event) => event.status_after);
  const own = [...new Set<OrderStatus>(['waiting', ...passed])].filter((one) => one !== status);
  const isOpen = status === 'waiting' || status === 'pending' || status === 'awaiting_confirmation';
  const ahead = isOpen
    ? WAY.slice(WAY.indexOf(status) + 1).filter((one) => !own.includes(one))
    : [];
  return [
    ...[...own, status].map((one) => ({ status: one, reached: true })),
    ...ahead.map((one) => ({ status: one, reached: false })),
  ];
}

function StateMachine({ order }: { readonly order: OrderFile }) {
  const { nameOf } = useNames();
  return (
    <ol className={styles.states}>
      {wayOf(order).map(({ status, reached }, index) => (
        <li key={status} className={styles.states}>
          {index === 0 ? null : (
            <span className={styles.arrow} aria-hidden="true">
              →
            </span>
          )}
          <span
            aria-current={status === order.status ? 'step' : undefined}
            className={classNames(
              styles.state,
              reached && styles.reached,
              status === order.status && styles.now,
            )}
          >
            {nameOf(STATUS_NAMES[status])}
          </span>
        </li>
      ))}
    </ol>
  );
}

type Act = 'confirm' | 'reject' | 'refund';

/** Returns the acts that the order's state allows. */
function actsOf({ status, reason }: OrderFile): Act[] {
  if (status === 'paid') return ['refund'];
  if (status === 'awaiting_confirmation') {
    return reason === 'wrong_amount' ? ['confirm', 'refund'] : ['confirm', 'reject'];
  }
  return [];
}

function Acts({ order }: { readonly order: OrderFile }) {
  const { t } = useLingui();
  const isLocked = useWritesLocked();
  const [act, setAct] = useState<Act | null>(null);
  const [confirm, isConfirming] = useWrite('POST /operator/order/{order_id}/confirm');
  const [reject, isRejecting] = useWrite('POST /operator/order/{order_id}/reject');
  const [refund, isRefunding] = useWrite('POST /operator/order/{order_id}/refund');
  const writes = { confirm, reject, refund };
  const coins = order.base_coins + order.bonus_coins;
  const baht = formatBaht(order.satang);
  const name = order.member.name;
  const texts: Record<Act, { label: string; action: string; what: string }> = {
    confirm: {
      label: t`Confirm…`,
      action: t`Confirm ${order.number}`,
      what: t`${name} gets ${plural(coins, { one: '# coin', other: '# coins' })}. Check at the bank that ${baht} arrived.`,
    },
    reject: {
      label: t`Reject…`,
      action: t`Reject ${order.number}`,
      what: t`The order fails and nothing is credited. What was received goes back.`,
    },
    refund: {
      label: t`Refund…`,
      action: t`Refund ${order.number}`,
      what: t`${baht} go back, and ${plural(coins, { one: '# coin is', other: '# coins are' })} taken from ${name}. Coins that were spent become a debt.`,
    },
  };
  const run = async (chosen: Act, reason: string) => {
    const answer = await writes[chosen]({ params: { order_id: order.order_id }, body: { reason } });
    if (answer === null) return;
    setAct(null);
    showToast('done', t`Done: order ${order.number}`);
    await queryClient.invalidateQueries({ queryKey: ['orders'] });
  };
  const acts = order.slips.some(({ status }) => status === 'sent') ? [] : actsOf(order);
  return (
    <>
      {acts.length === 0 ? null : (
        <div className={layout.actions}>
          {acts.map((one) => (
            <Button
              key={one}
              variant={one === 'confirm' ? 'primary' : 'danger'}
              disabled={isLocked}
              onClick={() => setAct(one)}
            >
              {texts[one].label}
            </Button>
          ))}
        </div>
      )}
      {act === null ? null : (
        <ConfirmDialog
          title={texts[act].action}
          description={texts[act].what}
          action={texts[act].action}
          asksReason
          isDanger={act !== 'confirm'}
          isBusy={isConfirming || isRejecting || isRefunding}
          onConfirm={(reason) => void run(act, reason)}
          onClose={() => setAct(null)}
        />
      )}
    </>
  );
}

function Payments({ order }: { readonly order: OrderFile }) {
  const { nameOf } = useNames();
  return (
    <>
      {order.attempts.map((attempt) => (
        <dl key={attempt.attempt_id} className={layout.facts}>
          <dt>{nameOf(PROVIDER_NAMES[attempt.provider])}</dt>
          <dd>
            {nameOf(METHOD_NAMES[attempt.method])} · {nameOf(ATTEMPT_NAMES[attempt.status])} ·{' '}
            {formatBaht(attempt.satang)}
          </dd>
          {attempt.provider_ref === null ? null : (
            <>
              <dt>
                <Trans>Reference</Trans>
              </dt>
              <dd className={layout.mono}>{attempt.provider_ref}</dd>
            </>
          )}
          {attempt.paid_satang === null ? null : (
            <>
              <dt>
                <Trans>Received</Trans>
              </dt>
              <dd>
                {formatBaht(attempt.paid_satang)} {attempt.paid_currency}
              </dd>
            </>
          )}
        </dl>
      ))}
    </>
  );
}

/** Returns the name of the actor of an event. The events store staff names with a prefix. */
const byOf = (by: string): string => by.replace(/^operator:/, '');

function History({ order }: { readonly order: OrderFile }) {
  const { eventName } = useNames();
  return (
    <ol className={styles.events}>
      {order.events.map((event) => (
        <li key={`${event.at}${event.what}`}>
          <Moment at={event.at} />
          <span>
            <strong>{eventName(event.what)}</strong>{' '}
            <span className={layout.weak}>{byOf(event.by)}</span>
            {event.why === null ? null : <span className={layout.two}>{event.why}</span>}
          </span>
        </li>
      ))}
    </ol>
  );
}

interface OrderPanelProps {
  readonly orderId: string;
  readonly onClose: () => void;
}

/** One order: its states, its required action, its payments and its history. */
export function OrderPanel({ orderId, onClose }: OrderPanelProps) {
  const { t } = useLingui();
  const { nameOf } = useNames();
  const found = useQuery(
    staffQuery('GET /operator/order/{order_id}', { params: { order_id: orderId } }, 'orders'),
  );
  return (
    <Panel
      title={found.data ? t`Order ${found.data.number}` : t`Order`}
      className={layout.side}
      actions={<IconButton icon={X} label={t`Close`} onClick={onClose} />}
    >
      <QueryView query={found} rows={8}>
        {(order) => (
          <div className={layout.body}>
            <StateMachine order={order} />
            {order.attention.length === 0 ? null : (
              <div className={layout.chips}>
                {order.attention.map((why) => (
                  <Chip key={why} tone="warn">
                    {nameOf(ATTENTION_NAMES[why])}
                  </Chip>
                ))}
              </div>
            )}
            <dl className={layout.facts}>
              <dt>
                <Trans>Member</Trans>
              </dt>
              <dd>{order.member.name}</dd>
              <dt>
                <Trans>Amount</Trans>
              </dt>
              <dd className={layout.amount}>{formatBaht(order.satang)}</dd>
              <dt>
                <Trans>Coins</Trans>
              </dt>
              <dd>
                {formatCoins(order.base_coins)} + {formatCoins(order.bonus_coins)}
              </dd>
              <dt>
                <Trans>Made</Trans>
              </dt>
              <dd>
                <Moment at={order.created_at} />
              </dd>
            </dl>
            <Acts order={order} />
            <div>
              <h3 className={styles.heading}>
                <Trans>Payments</Trans>
              </h3>
              <Payments order={order} />
            </div>
            <div>
              <h3 className={styles.heading}>
                <Trans>History</Trans>
              </h3>
              <History order={order} />
            </div>
          </div>
        )}
      </QueryView>
    </Panel>
  );
}
