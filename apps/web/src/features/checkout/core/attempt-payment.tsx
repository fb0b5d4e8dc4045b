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
  /** The URL of the page for choosing another method. */
  readonly methodPath: string;
  readonly title: string;
  readonly text: string;
}

interface AttemptPaymentProps {
  readonly order: Order;
  readonly attempt: PaymentAttempt;
  readonly followed: FollowedOrder;
  readonly methodPath: string;
}

/** Offers another method after the attempt has expired or failed to start. */
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

/** The instructions of an attempt: a QR code, a transfer, or the provider's page. */
export function AttemptPayment({ order, attempt, followed, methodPath }: AttemptPaymentProps) {
  const { i18n, t } = useLingui();
  const { clockSkewMs, refresh } = followed;
  const timeLeftMs = Date.parse(attempt.expires_at) - (Date.now() + clockSkewMs);
  const [over, setOver] = useState(timeLeftMs <= 0);
  const onOver = () => {
    setOver(true);
    void refresh();
  };
  if (over) {
    return (
      <ChooseAgain
        methodPath={methodPath}
        title={t`The payment time is up`}
        text={t`Do not pay with this code anymore. If you have already paid, your coins arrive automatically; otherwise choose again.`}
      />
    );
  }
  if (attempt.qr_payload) {
    return (
      <QrPayment
        order={order}
        attempt={attempt}
        payload={attempt.qr_payload}
        clockSkewMs={clockSkewMs}
        onOver={onOver}
      />
    );
  }
  if (attempt.accounts.length > 0)
    return <TransferPayment attempt={attempt} clockSkewMs={clockSkewMs} onOver={onOver} />;
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
      <p>{t`Continue at ${method}. This page updates automatically.`}</p>
      <a href={address} className={buttonClass({ variant: 'gold', wide: true })}>
        {t`Continue to ${method}`}
      </a>
    </div>
  );
}

export function WaitingForPayment() {
  const { t } = useLingui();
  return (
    <p role="status" className={styles.waiting}>
      <span className={styles.dot} aria-hidden="true" />
      {t`Waiting for your payment. Verification takes about 2 to 10 minutes.`}
    </p>
  );
}

/** A pending order without an open attempt has just changed. Refreshes the order before offering another method. */
export function BetweenAttempts({
  followed,
  methodPath,
}: Pick<AttemptPaymentProps, 'followed' | 'methodPath'>) {
  const { t } = useLingui();
  const { refresh } = followed;
  const [refreshed, setRefreshed] = useState(false);
  useEffect(() => {
    let mounted = true;
    void refresh().then(() => {
      if (mounted) setRefreshed(true);
    });
    return () => {
      mounted = false;
    };
  }, [refresh]);
  if (!refreshed) return <Skeleton shape="fill" className={styles.skeleton} />;
  return (
    <>
      <ChooseAgain
        methodPath={methodPath}
        title={t`The payment time is up`}
        text={t`If you have already paid, your coins arrive automatically; otherwise choose again.`}
      />
      <Button variant="ghost" onClick={() => void refresh()}>
        {t`Check again`}
      </Button>
    </>
  );
}
