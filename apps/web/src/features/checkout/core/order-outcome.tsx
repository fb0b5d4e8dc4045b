import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { Order } from '@sangwian/contract/endpoints/orders';
import { CircleCheck, CircleX, Hourglass, type LucideIcon, ReceiptText } from 'lucide-react';
import styles from './order-outcome.module.css';
import { coinsOf, stageOf } from './order-state.ts';
import { REASON_WORDS, STATUS_WORDS } from './order-words.ts';

interface Outcome {
  readonly tone: 'good' | 'bad' | 'open' | 'over';
  readonly Icon: LucideIcon;
  readonly title: string;
  readonly text: string;
}

function useOutcome(order: Order): Outcome {
  const { t, i18n } = useLingui();
  const coins = coinsOf(order);
  const verification = t`Verification takes about 2 to 10 minutes. Your coins arrive automatically; you can leave this page.`;
  const unsure = t`If you have paid, verification takes about 2 to 10 minutes and your coins arrive automatically. If not, you can continue paying.`;
  switch (stageOf(order)) {
    case 'paid':
      return {
        tone: 'good',
        Icon: CircleCheck,
        title: t`Payment received`,
        text: t`${plural(coins, { one: '# coin is in your wallet.', other: '# coins are in your wallet.' })}`,
      };
    case 'confirming':
      return {
        tone: 'open',
        Icon: Hourglass,
        title: order.reason === 'slip_sent' ? t`Slip received` : t`Payment received`,
        text: verification,
      };
    case 'paying':
      return { tone: 'open', Icon: Hourglass, title: t`Checking the payment`, text: unsure };
    case 'failed':
      return {
        tone: 'bad',
        Icon: CircleX,
        title: t`The deduction failed`,
        text: t`Purchase unsuccessful. Please try again, or choose another payment method.`,
      };
    case 'choose':
      return {
        tone: 'open',
        Icon: ReceiptText,
        title: t`Not paid yet`,
        text: t`Choose a payment method to continue.`,
      };
    case 'over':
      return {
        tone: 'over',
        Icon: ReceiptText,
        title: i18n._(STATUS_WORDS[order.status]),
        text:
          order.status === 'expired' || order.status === 'cancelled'
            ? t`This order ended without a payment. If one arrives late, your coins are still added.`
            : t`This order was refunded and its coins were taken back.`,
      };
  }
}

/** Shows the state of an order. Screen readers announce each change. */
export function OrderOutcome({ order }: { readonly order: Order }) {
  const { i18n } = useLingui();
  const { tone, Icon, title, text } = useOutcome(order);
  return (
    <div className={styles.outcome} data-tone={tone} role="status">
      <span className={styles.icon}>
        <Icon size={56} strokeWidth={1.6} aria-hidden="true" />
      </span>
      <h1 className={styles.title}>{title}</h1>
      {order.reason ? <p className={styles.reason}>{i18n._(REASON_WORDS[order.reason])}</p> : null}
      <p className={styles.text}>{text}</p>
    </div>
  );
}
