import { useLingui } from '@lingui/react/macro';
import type { Order } from '@sangwian/contract/endpoints/orders';
import { Button } from '@sangwian/ui/button';
import { Dialog } from '@sangwian/ui/dialog';
import { Notice } from '@sangwian/ui/notice';
import { useState } from 'react';
import { callApi } from '../../../shared/api/call-api.ts';
import { useErrorText } from '../../../shared/api/use-error-text.ts';
import { useBusy } from '../../../shared/use-busy.ts';
import styles from './cancel-order.module.css';
import { type Refusal, refusalOf } from './use-pay.ts';

interface CancelOrderProps {
  readonly order: Pick<Order, 'order_id'>;
  /** Told of the order as it is then. */
  readonly onCancelled: (order: Order) => void;
}

/** The way out of an order that is not paid; asked once more, since a payment on its way would come to nothing. */
export function CancelOrder({ order, onCancelled }: CancelOrderProps) {
  const { t } = useLingui();
  const [asking, setAsking] = useState(false);
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
        setAsking(false);
        onCancelled(data);
      } catch (error) {
        setRefusal(refusalOf(error));
      }
    });
  return (
    <>
      <Button variant="ghost" wide onClick={() => setAsking(true)}>
        {t`Cancel this order`}
      </Button>
      {asking ? (
        <Dialog title={t`Cancel this order?`} onClose={() => setAsking(false)}>
          <p>{t`If you have paid already, do not cancel: the coins come as soon as the payment is confirmed.`}</p>
          <Notice tone="danger">{refusalText}</Notice>
          <div className={styles.choice}>
            <Button wide variant="primary" onClick={() => setAsking(false)}>
              {t`Keep it`}
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
