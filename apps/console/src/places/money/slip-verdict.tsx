import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { SlipCase, SlipRejection } from '@sangwian/contract/endpoints/operator/orders';
import { formatCoins } from '@sangwian/i18n/format-number';
import { classNames } from '@sangwian/ui/class-names';
import { VisuallyHidden } from '@sangwian/ui/visually-hidden';
import { Check, Lock, X } from 'lucide-react';
import { Link } from 'react-router';
import { formatBaht } from '../../shared/baht.ts';
import { useLanguage } from '../../shared/language/language.ts';
import { Avatar } from '../../shared/ui/avatar.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Keys } from '../../shared/ui/keys.tsx';
import { Moment } from '../../shared/ui/moment.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { METHOD_NAMES, REJECTION_NAMES, REJECTIONS, STATUS_NAMES, useNames } from './names.ts';
import styles from './slips-page.module.css';

function UsedBefore({ first }: { readonly first: NonNullable<SlipCase['first_use']> }) {
  const { t } = useLingui();
  const coins = first.order.base_coins + first.order.bonus_coins;
  const isPaid = first.status === 'accepted';
  return (
    <Notice
      tone="warn"
      title={
        isPaid ? t`This transfer has already paid for coins` : t`This transfer was sent before`
      }
    >
      <p>
        {isPaid ? (
          <Trans>
            Reference {first.reference} bought <Plural value={coins} one="# coin" other="# coins" />{' '}
            for {first.order.member.name}. Approving it again would give coins for no money.
          </Trans>
        ) : (
          <Trans>
            Reference {first.reference} belongs to order {first.order.number} of{' '}
            {first.order.member.name}.
          </Trans>
        )}
      </p>
    </Notice>
  );
}

function Checks({ slip }: { readonly slip: SlipCase }) {
  const { t } = useLingui();
  const language = useLanguage();
  const { first_use: first, bank, reference } = slip;
  const bankName = bank === null ? null : language === 'TH' ? bank.name_th : bank.name_en;
  const rows = [
    { name: t`Bank`, read: bankName ?? t`not readable`, isGood: bank !== null },
    { name: t`Reference`, read: reference ?? t`not readable`, isGood: reference !== null },
    {
      name: t`Used before`,
      read: first === null ? t`no` : t`in order ${first.order.number}`,
      isGood: first === null,
    },
  ];
  return (
    <table className={styles.checks}>
      <thead>
        <tr>
          <th scope="col">
            <Trans>Check</Trans>
          </th>
          <th scope="col">
            <Trans>Read from the slip</Trans>
          </th>
          <th scope="col">
            <VisuallyHidden>
              <Trans>Result</Trans>
            </VisuallyHidden>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, read, isGood }) => (
          <tr key={name} className={isGood ? undefined : styles.mismatch}>
            <td>{name}</td>
            <td className={styles.read}>{read}</td>
            <td>
              {isGood ? (
                <Check size={16} aria-label={t`fits`} />
              ) : (
                <X size={16} aria-label={t`does not fit`} />
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface SlipVerdictProps {
  readonly slip: SlipCase;
  readonly because: SlipRejection | null;
  readonly isLocked: boolean;
  readonly isDecided: boolean;
  readonly mayApprove: boolean;
  readonly onBecause: (because: SlipRejection) => void;
  readonly onApprove: () => void;
  readonly onReject: () => void;
}

/** The data read from a slip, its order, and the buttons of the decision. */
export function SlipVerdict(props: SlipVerdictProps) {
  const { slip, because, isLocked, isDecided, mayApprove } = props;
  const { nameOf } = useNames();
  const { order, buyer } = slip;
  const isOff = isLocked || isDecided;
  return (
    <aside className={styles.verdict}>
      <div className={styles.person}>
        <Avatar name={order.member.name} />
        <div className={styles.two}>
          <strong>{order.member.name}</strong>
          <span className={styles.weak}>
            <Plural value={buyer.orders} one="# order" other="# orders" />
            {' · '}
            <Plural value={buyer.rejected_slips} one="# rejected slip" other="# rejected slips" />
          </span>
        </div>
        <Link className={styles.link} to={`/money/orders?order=${order.order_id}`}>
          <Trans>Order</Trans>
        </Link>
      </div>
      <div className={styles.scroll}>
        {slip.first_use === null ? null : <UsedBefore first={slip.first_use} />}
        <p className={styles.compare}>
          <Trans>Compare with the bank’s app: amount, account and reference.</Trans>
        </p>
        <Checks slip={slip} />
        <dl className={styles.facts}>
          <dt>
            <Trans>Amount</Trans>
          </dt>
          <dd className={styles.amount}>{formatBaht(order.satang)}</dd>
          <dt>
            <Trans>Coins</Trans>
          </dt>
          <dd>
            {formatCoins(order.base_coins)} + {formatCoins(order.bonus_coins)}
          </dd>
          <dt>
            <Trans>Method</Trans>
          </dt>
          <dd>{order.method === null ? '–' : nameOf(METHOD_NAMES[order.method])}</dd>
          <dt>
            <Trans>State</Trans>
          </dt>
          <dd>{nameOf(STATUS_NAMES[order.status])}</dd>
          <dt>
            <Trans>Ordered</Trans>
          </dt>
          <dd>
            <Moment at={order.created_at} />
          </dd>
        </dl>
      </div>
      <div className={styles.decide}>
        <strong>
          <Trans>Reject, because</Trans>
        </strong>
        <div className={styles.reasons}>
          {REJECTIONS.map((reason, index) => (
            <button
              key={reason}
              type="button"
              className={classNames(styles.reason, reason === because && styles.chosen)}
              aria-pressed={reason === because}
              disabled={isOff}
              onClick={() => props.onBecause(reason)}
            >
              <Keys name={String(index + 1)} />
              {nameOf(REJECTION_NAMES[reason])}
            </button>
          ))}
        </div>
        <div className={styles.buttons}>
          <Button
            size="big"
            {...(mayApprove ? {} : { icon: Lock })}
            keys="A"
            disabled={isOff || !mayApprove}
            onClick={props.onApprove}
          >
            <Trans>Approve</Trans>
          </Button>
          <Button
            size="big"
            variant="danger-filled"
            keys="X"
            disabled={isOff || because === null}
            onClick={props.onReject}
          >
            <Trans>Reject</Trans>
          </Button>
        </div>
        <p className={styles.weak}>
          {mayApprove ? null : (
            <>
              <Trans>Only an owner can approve a used reference.</Trans>{' '}
            </>
          )}
          <Trans>A decision is sent after 5 s. Z takes it back.</Trans>
        </p>
      </div>
    </aside>
  );
}
