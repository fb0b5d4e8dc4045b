import { useLingui } from '@lingui/react/macro';
import type { Order, PaymentAttempt } from '@sangwian/contract/endpoints/orders';
import { Button, buttonClass } from '@sangwian/ui/button';
import { EmptyState } from '@sangwian/ui/empty-state';
import { Skeleton } from '@sangwian/ui/skeleton';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { emptyUrl } from '../../../shared/art-url.ts';
import styles from './attempt-payment.module.css';
import { METHOD_WORDS } from './order-words.ts';
import { QrPayment } from './qr-payment.tsx';
import { TransferPayment } from './transfer-payment.tsx';
import type { FollowedOrder } from './use-order.ts';
import { authorizeUrlOf } from './use-pay.ts';

interface ChooseAgainProps {
  /** Where another method is chosen. */
  readonly methodPath: string;
  readonly title: string;
  readonly text: string;
}

interface AttemptPaymentProps {
  readonly order: Order;
  readonly attempt: PaymentAttempt;
  readonly followed: FollowedOrder;
  /** Where another method is chosen. */
  readonly methodPath: string;
}

/** The way to another method, once this one cannot be paid any more or was not to be had. */
function ChooseAgain({ methodPath, title, text }: ChooseAgainProps) {
  const { t } = useLingui();
  return (
    <EmptyState picture={emptyUrl('offline')} title={title} text={text}>
      <Link to={methodPath} className={buttonClass({ variant: 'gold' })}>
        {t`Choose again`}
      </Link>
    </EmptyState>
  );
}

/** What the attempt asks for: a code, a transfer, or the provider's page. */
export function AttemptPayment({ order, attempt, followed, methodPath }: AttemptPaymentProps) {
  const { i18n, t } = useLingui();
  const { ahead_ms, refresh } = followed;
  const endsIn_ms = Date.parse(attempt.expires_at) - (Date.now() + ahead_ms);
  const [over, setOver] = useState(endsIn_ms <= 0);
  const onOver = () => {
    setOver(true);
    void refresh();
  };
  if (over) {
    return (
      <ChooseAgain
        methodPath={methodPath}
        title={t`The time to pay is over`}
        text={t`Do not pay with this code any more. If you have paid already, the coins come by themselves; otherwise choose again.`}
      />
    );
  }
  if (attempt.qr_payload) {
    return (
      <QrPayment
        order={order}
        attempt={attempt}
        payload={attempt.qr_payload}
        ahead_ms={ahead_ms}
        onOver={onOver}
      />
    );
  }
  if (attempt.accounts.length > 0)
    return <TransferPayment attempt={attempt} ahead_ms={ahead_ms} onOver={onOver} />;
  const address = authorizeUrlOf(order);
  const method = i18n._(METHOD_WORDS[attempt.method]);
  if (address === null) {
    return (
      <ChooseAgain
        methodPath={methodPath}
        title={t`QR Code error.`}
        text={t`The payment could not be shown. Please choose again.`}
      />
    );
  }
  return (
    <div className={styles.elsewhere}>
      <p>{t`The payment goes on at ${method}. This page follows it by itself.`}</p>
      <a href={address} className={buttonClass({ variant: 'gold', wide: true })}>
        {t`Continue to ${method}`}
      </a>
    </div>
  );
}

/** Said beside whatever is to be done elsewhere. */
export function WaitingForPayment() {
  const { t } = useLingui();
  return (
    <p role="status" className={styles.waiting}>
      <span className={styles.dot} aria-hidden="true" />
      {t`Waiting for your payment. Verification takes about 2 to 10 minutes.`}
    </p>
  );
}

/** A pending order without an attempt that can be paid: something moved a moment ago, so it is asked for again. */
export function BetweenAttempts({
  followed,
  methodPath,
}: Pick<AttemptPaymentProps, 'followed' | 'methodPath'>) {
  const { t } = useLingui();
  const { refresh } = followed;
  const [asked, setAsked] = useState(false);
  useEffect(() => {
    let there = true;
    void refresh().then(() => {
      if (there) setAsked(true);
    });
    return () => {
      there = false;
    };
  }, [refresh]);
  if (!asked) return <Skeleton shape="fill" className={styles.skeleton} />;
  return (
    <>
      <ChooseAgain
        methodPath={methodPath}
        title={t`The time to pay is over`}
        text={t`If you have paid already, the coins come by themselves; otherwise choose again.`}
      />
      <Button variant="ghost" onClick={() => void refresh()}>
        {t`Look again`}
      </Button>
    </>
  );
}
