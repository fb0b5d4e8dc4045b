import { useLingui } from '@lingui/react/macro';
import type { Order, PaymentMethod } from '@sangwian/contract/endpoints/orders';
import { formatCoins, formatMoney } from '@sangwian/i18n/format-number';
import { Button, buttonClass } from '@sangwian/ui/button';
import { Card } from '@sangwian/ui/card';
import { Notice } from '@sangwian/ui/notice';
import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { useErrorText } from '../../../shared/api/use-error-text.ts';
import { orderPath } from '../core/order-path.ts';
import { coinsOf, openAttempt } from '../core/order-state.ts';
import { METHOD_HINTS, METHOD_WORDS, REASON_WORDS } from '../core/order-words.ts';
import { METHOD_ICONS } from '../core/payment-methods.ts';
import type { FollowedOrder } from '../core/use-order.ts';
import { type Payer, usePay } from '../core/use-pay.ts';
import { RESULT_PATH, WALLET_PATHS } from '../core/wallet-paths.ts';
import { cardOf, chosenCard } from './chosen-card.ts';
import { FlowFrame } from './flow-frame.tsx';
import { OrderAside } from './order-aside.tsx';
import styles from './review-order.module.css';

interface ReviewOrderProps {
  readonly order: Order;
  readonly followed: FollowedOrder;
  readonly method: PaymentMethod;
}

function Fact({ term, children }: { readonly term: string; readonly children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Facts({ order, satang }: { readonly order: Order; readonly satang: number }) {
  const { t } = useLingui();
  const bonus = formatCoins(order.bonus_coins);
  return (
    <dl>
      <Fact term={t`Coins`}>{formatCoins(order.base_coins)}</Fact>
      {order.bonus_coins > 0 ? <Fact term={t`Bonus`}>{`+${bonus}`}</Fact> : null}
      <Fact term={t`You receive`}>
        <strong>{formatCoins(coinsOf(order))}</strong>
      </Fact>
      <Fact term={t`Total in baht`}>
        <span className={styles.total}>฿{formatMoney(satang)}</span>
      </Fact>
    </dl>
  );
}

/** The method, or the card's brand and last digits, with a link to change it. */
function Method({ order, method }: Pick<ReviewOrderProps, 'order' | 'method'>) {
  const { t, i18n } = useLingui();
  const card = cardOf(chosenCard.use(), order.order_id);
  const Icon = METHOD_ICONS[method];
  return (
    <div className={styles.method}>
      <span className={styles.icon}>
        <Icon size={22} aria-hidden="true" />
      </span>
      <p className={styles.words}>
        <strong>{i18n._(METHOD_WORDS[method])}</strong>
        <span className={styles.hint}>
          {method === 'card' && card
            ? `${card.brand} •••• ${card.last_digits}`
            : i18n._(METHOD_HINTS[method])}
        </span>
      </p>
      <Link
        to={`${WALLET_PATHS.options(order.order_id)}&method=${method}`}
        className={buttonClass({ size: 'small' })}
      >
        {t`Change`}
      </Link>
    </div>
  );
}

/** The reason why the previous attempt failed. */
function FailedBefore({ order }: { readonly order: Order }) {
  const { t, i18n } = useLingui();
  if (order.status !== 'failed') return null;
  return (
    <Notice tone="danger">
      {t`The deduction failed. Please try again.`}
      {order.reason ? <p>{i18n._(REASON_WORDS[order.reason])}</p> : null}
    </Notice>
  );
}

function Refused({ payer, satang }: { readonly payer: Payer; readonly satang: number }) {
  const { t } = useLingui();
  const sentence = useErrorText(payer.refusal);
  const price = formatMoney(satang);
  return (
    <Notice tone="danger">
      {payer.refusal ? sentence : null}
      {payer.newSatang === null ? null : (
        <p>{t`The price is now ฿${price}. Press again to buy at this price.`}</p>
      )}
    </Notice>
  );
}

/** The review of an order before its payment starts. */
export function ReviewOrder({ order, followed, method }: ReviewOrderProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const card = cardOf(chosenCard.use(), order.order_id);
  const payer = usePay(followed, RESULT_PATH, (started) => {
    // A payment by QR code or transfer continues on this page. Any other payment continues on the result page.
    if (openAttempt(started) === null) void navigate(orderPath(started, 'desktop'));
  });
  const { busy, newSatang, pay } = payer;
  const satang = newSatang ?? order.satang;
  const price = formatMoney(satang);
  const options = WALLET_PATHS.options(order.order_id);
  const cardMissing = method === 'card' && card === null;
  const startPayment = async () => {
    const isAnswered = await pay(method, method === 'card' ? card?.token : undefined);
    // The card's token can be used only once.
    if (isAnswered && method === 'card') chosenCard.forget();
  };
  return (
    <FlowFrame
      title={t`Confirm the order`}
      step="pay"
      back={`${options}&method=${method}`}
      aside={<OrderAside order={order} followed={followed} />}
    >
      <Card className={styles.review} aria-label={t`Confirm the order`}>
        <FailedBefore order={order} />
        <Method order={order} method={method} />
        <Facts order={order} satang={satang} />
        <p className={styles.policy}>
          {t`The amount is deducted in Thai baht. Coins cannot be refunded or turned into money.`}
        </p>
        <Refused payer={payer} satang={satang} />
        {cardMissing && !busy ? (
          <>
            <Notice tone="danger">{t`Please enter the card again. Card details are kept for one attempt only.`}</Notice>
            <Link
              to={`${options}&method=card`}
              className={buttonClass({ variant: 'gold', wide: true })}
            >
              {t`Enter the card`}
            </Link>
          </>
        ) : (
          <Button
            variant="gold"
            wide
            className={styles.pay}
            aria-disabled={busy}
            onClick={() => void startPayment()}
          >
            {busy ? t`One moment…` : t`Pay ฿${price}`}
          </Button>
        )}
      </Card>
    </FlowFrame>
  );
}
