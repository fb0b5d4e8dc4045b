import { useLingui } from '@lingui/react/macro';
import type { PaymentAttempt } from '@sangwian/contract/endpoints/orders';
import { formatMoney } from '@sangwian/i18n/format-number';
import { useLanguage } from '../../../shared/language/use-language.ts';
import { CopyLine } from './copy-line.tsx';
import { Countdown } from './countdown.tsx';
import styles from './transfer-payment.module.css';

interface TransferPaymentProps {
  readonly attempt: PaymentAttempt;
  readonly ahead_ms: number;
  readonly onOver: () => void;
}

/** The accounts to transfer to, and what to write there, each with a button that copies it. */
export function TransferPayment({ attempt, ahead_ms, onOver }: TransferPaymentProps) {
  const { t } = useLingui();
  const { text } = useLanguage();
  const amount = formatMoney(attempt.satang);
  return (
    <div className={styles.transfer}>
      <Countdown until={attempt.expires_at} ahead_ms={ahead_ms} onOver={onOver} />
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
        <CopyLine term={t`Reference, for the note of the transfer`}>{attempt.reference}</CopyLine>
      </dl>
    </div>
  );
}
