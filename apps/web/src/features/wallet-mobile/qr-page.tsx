import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { Order, PaymentAttempt } from '@sangwian/contract/endpoints/orders';
import { Button, buttonClass, IconButton } from '@sangwian/ui/button';
import { Dialog } from '@sangwian/ui/dialog';
import { EmptyState } from '@sangwian/ui/empty-state';
import { Skeleton } from '@sangwian/ui/skeleton';
import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, Navigate } from 'react-router';
import { emptyUrl } from '../../shared/art-url.ts';
import type { PageMeta, PageMetaArgs } from '../../shared/page-meta.ts';
import { ActionBar } from '../../shared/wallet/action-bar.tsx';
import { CancelOrder } from '../../shared/wallet/cancel-order.tsx';
import { orderPath } from '../../shared/wallet/order-path.ts';
import { openAttempt, stageOf } from '../../shared/wallet/order-state.ts';
import { METHOD_WORDS } from '../../shared/wallet/order-words.ts';
import { QrPayment } from '../../shared/wallet/qr-payment.tsx';
import { SlipForm } from '../../shared/wallet/slip-form.tsx';
import { TransferPayment } from '../../shared/wallet/transfer-payment.tsx';
import type { FollowedOrder } from '../../shared/wallet/use-order.ts';
import { authorizeUrlOf } from '../../shared/wallet/use-pay.ts';
import { FlowFrame } from './flow-frame.tsx';
import { FLOW_PATHS } from './flow-paths.ts';
import { OrderGate } from './order-gate.tsx';
import { OrderSummary } from './order-summary.tsx';
import styles from './qr-page.module.css';

export const meta = ({ i18n }: PageMetaArgs): PageMeta => ({
  title: i18n._(msg`Pay`),
  noindex: true,
});

interface PayingProps {
  readonly order: Order;
  readonly attempt: PaymentAttempt;
  readonly followed: FollowedOrder;
}

/** The way to another method, once this one cannot be paid any more or was not to be had. */
function ChooseAgain({ order, title, text }: { order: Order; title: string; text: string }) {
  const { t } = useLingui();
  return (
    <EmptyState picture={emptyUrl('offline')} title={title} text={text}>
      <Link to={FLOW_PATHS.method(order.order_id)} className={buttonClass({ variant: 'gold' })}>
        {t`Choose again`}
      </Link>
    </EmptyState>
  );
}

/** What the attempt asks for: a code, a transfer, or the provider's page. */
function Payment({ order, attempt, followed }: PayingProps) {
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
        order={order}
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
        order={order}
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

function Waiting() {
  const { t } = useLingui();
  return (
    <p role="status" className={styles.waiting}>
      <span className={styles.dot} aria-hidden="true" />
      {t`Waiting for your payment. Verification takes about 2 to 10 minutes.`}
    </p>
  );
}

/** A transfer is told by its slip; once it is sent the order goes on, and this page with it. */
function SendSlip({ followed }: { readonly followed: FollowedOrder }) {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <ActionBar
        action={
          <Button variant="gold" wide onClick={() => setOpen(true)}>
            {t`I have paid: send the slip`}
          </Button>
        }
      />
      {open ? (
        <Dialog
          title={t`Send the slip`}
          onClose={close}
          closeButton={
            <IconButton label={t`Close`} onClick={close}>
              <X size={20} aria-hidden="true" />
            </IconButton>
          }
        >
          <SlipForm followed={followed} onSent={close} />
        </Dialog>
      ) : null}
    </>
  );
}

function Paying({ order, attempt, followed }: PayingProps) {
  const { t } = useLingui();
  const needsSlip = attempt.method === 'promptpay_slip' || attempt.method === 'bank_transfer';
  return (
    <>
      <OrderSummary order={order} />
      <Payment key={attempt.attempt_id} order={order} attempt={attempt} followed={followed} />
      <Waiting />
      <div className={styles.others}>
        <Link
          to={FLOW_PATHS.method(order.order_id)}
          className={buttonClass({ variant: 'quiet', wide: true })}
        >
          {t`Another payment method`}
        </Link>
        <CancelOrder order={order} onCancelled={followed.keep} />
      </div>
      {needsSlip ? <SendSlip followed={followed} /> : null}
    </>
  );
}

/** A pending order without an attempt that can be paid: something moved a moment ago, so it is asked for again. */
function Between({ order, followed }: { order: Order; followed: FollowedOrder }) {
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
        order={order}
        title={t`The time to pay is over`}
        text={t`If you have paid already, the coins come by themselves; otherwise choose again.`}
      />
      <Button variant="ghost" onClick={() => void refresh()}>
        {t`Look again`}
      </Button>
    </>
  );
}

/** `/wallet/mobile-payment/qr?order=`: the code to scan, or what else the chosen method asks for. */
export function Component() {
  const { t } = useLingui();
  return (
    <FlowFrame title={t`Pay`} step={3}>
      <OrderGate>
        {(order, followed) => {
          if (stageOf(order) !== 'paying')
            return <Navigate to={orderPath(order, 'phone')} replace />;
          const attempt = openAttempt(order);
          if (attempt === null) return <Between order={order} followed={followed} />;
          return <Paying order={order} attempt={attempt} followed={followed} />;
        }}
      </OrderGate>
    </FlowFrame>
  );
}
