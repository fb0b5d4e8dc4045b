import { useLingui } from '@lingui/react/macro';
import type { PaymentAttempt } from '@sangwian/contract/endpoints/orders';
import { formatMoney } from '@sangwian/i18n/format-number';
import { useLanguage } from '../../../shared/language/use-language.ts';
import { CopyLine } from './copy-line.tsx';
import { Countdown } from './countdown.tsx';
import styles from './transfer-payment.module.css';

interface TransferPaymentProps {
  readonly attempt: PaymentAttempt;
  readonly clockSkewMs: number;
  readonly onOver: () => void;
}

/** The accounts, the amount and the reference for a transfer, each with a copy button. */
export function TransferPayment({ attempt, clockSkewMs, onOver }: TransferPaymentProps) {
  const { t } = useLingui();
  const { text } = useLanguage();
  const amount = formatMoney(attempt.satang);
  return (
    <div className={styles.transfer}>
      <Countdown until={attempt.expires_at} clockSkewMs={clockSkewMs} onOver={onOver} />
      <ul className={styles.accounts}>
        {attempt.accounts.map((account) => (
          <li key={account.bank_code + account.account_number} className={styles.account}>
            <p className={styles.bank}>
              {text({ th: account.bank_name_th, en: account.bank_name_en })}
            </p>
            <p className={styles.name}>
              {text({ th: account.account_name_th, en: account.account_name_en })}
            </p>
            <dl>
              <CopyLine term={t`Account number`} value={account.account_number.replace(/\D/g, '')}>
                {account.account_number}
              </CopyLine>
            </dl>
          </li>
        ))}
      </ul>
      <dl className={styles.facts}>
        <CopyLine term={t`Exact amount`} value={amount.replaceAll(',', '')}>
          {`฿${amount}`}
        </CopyLine>
        <CopyLine term={t`Reference for the transfer note`}>{attempt.reference}</CopyLine>
      </dl>
    </div>
  );
}
