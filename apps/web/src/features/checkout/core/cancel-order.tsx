import { useLingui } from '@lingui/react/macro';
import type { Order } from '@sangwian/contract/endpoints/orders';
import { Button } from '@sangwian/ui/button';
import { Dialog } from '@sangwian/ui/dialog';
import { Notice } from '@sangwian/ui/notice';
import { useState } from 'react';
import { callApi } from '../../../shared/api/call-api.ts';
import { type Refusal, refusalOf } from '../../../shared/api/refusal.ts';
import { useErrorText } from '../../../shared/api/use-error-text.ts';
import { useBusy } from '../../../shared/use-busy.ts';
import styles from './cancel-order.module.css';

interface CancelOrderProps {
  readonly order: Pick<Order, 'order_id'>;
  /** Called with the cancelled order. */
  readonly onCancelled: (order: Order) => void;
}

/** Cancels an unpaid order. Asks for confirmation, because a payment may be on its way. */
export function CancelOrder({ order, onCancelled }: CancelOrderProps) {
  const { t } = useLingui();
  const [confirming, setConfirming] = useState(false);
  const [busy, run] = useBusy();
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const refusalText = useErrorText(refusal);
  const cancel = () =>
    run(async () => {
      setRefusal(null);
      try {
        const { data } = await callApi('POST /order/{order_id}/cancel', {
          params: { order_id: order.order_id },
          body: {},
        });
        setConfirming(false);
        onCancelled(data);
      } catch (error) {
        setRefusal(refusalOf(error));
      }
    });
  return (
    <>
      <Button variant="ghost" wide onClick={() => setConfirming(true)}>
        {t`Cancel this order`}
      </Button>
      {confirming ? (
        <Dialog title={t`Cancel this order?`} onClose={() => setConfirming(false)}>
          <p>{t`If you have already paid, do not cancel: your coins arrive once the payment is confirmed.`}</p>
          <Notice tone="danger">{refusalText}</Notice>
          <div className={styles.choice}>
            <Button wide variant="primary" onClick={() => setConfirming(false)}>
              {t`Keep the order`}
            </Button>
            <Button wide aria-disabled={busy} onClick={() => void cancel()}>
              {busy ? t`One moment…` : t`Cancel the order`}
            </Button>
          </div>
        </Dialog>
      ) : null}
    </>
  );
}
