import { useLingui } from '@lingui/react/macro';
import type { Order, PaymentAttempt } from '@sangwian/contract/endpoints/orders';
import { formatDateTime } from '@sangwian/i18n/format-date';
import { formatMoney } from '@sangwian/i18n/format-number';
import { Button } from '@sangwian/ui/button';
import { Notice } from '@sangwian/ui/notice';
import { QrCode } from '@sangwian/ui/qr-code';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useBusy } from '../../../shared/use-busy.ts';
import { Countdown } from './countdown.tsx';
import styles from './qr-payment.module.css';

interface QrPaymentProps {
  readonly order: Order;
  readonly attempt: PaymentAttempt;
  readonly payload: string;
  readonly clockSkewMs: number;
  readonly onOver: () => void;
}

/**
 * The QR code of an attempt with amount and countdown. The fan can save the code as an image, to pay with an app on the
 * same phone.
 */
export function QrPayment({ order, attempt, payload, clockSkewMs, onOver }: QrPaymentProps) {
  const { t } = useLingui();
  const [busy, run] = useBusy();
  const [saveFailed, setSaveFailed] = useState(false);
  const amount = `฿${formatMoney(attempt.satang)}`;
  const until = formatDateTime(attempt.expires_at);
  const save = () =>
    run(async () => {
      setSaveFailed(false);
      try {
        const { saveQrPicture } = await import('./qr-picture.ts');
        const lines = [amount, attempt.reference, t`Pay by ${until}`];
        const picture = { payload, title: t`PromptPay · Sangwian`, lines };
        await saveQrPicture(picture, `sangwian-${order.number}.png`);
      } catch {
        setSaveFailed(true);
      }
    });
  return (
    <div className={styles.payment}>
      <div className={styles.paper}>
        <p className={styles.brand}>PromptPay</p>
        <QrCode payload={payload} label={t`QR code to pay ${amount}`} />
        <p className={styles.amount}>{amount}</p>
        <p className={styles.reference}>{attempt.reference}</p>
      </div>
      <div className={styles.beside}>
        <Countdown until={attempt.expires_at} clockSkewMs={clockSkewMs} onOver={onOver} />
        <ol className={styles.steps}>
          <li>{t`Open your banking app and choose “Scan”.`}</li>
          <li>{t`Scan this code, or save it and open the picture in the app.`}</li>
          <li>
            {attempt.method === 'promptpay_slip'
              ? t`Check the amount and confirm. Then come back and send the slip.`
              : t`Check the amount and confirm. This page updates automatically.`}
          </li>
        </ol>
        <Button wide aria-disabled={busy} onClick={() => void save()}>
          <Download size={18} aria-hidden="true" />
          {t`Save picture`}
        </Button>
        <Notice tone="danger">{saveFailed ? t`Unable to save QR Code.` : null}</Notice>
      </div>
    </div>
  );
}
