import { useLingui } from '@lingui/react/macro';
import { formatDateTime } from '@sangwian/i18n/format-date';
import type { Barred } from '../session/barred.ts';
import { BarredAppeal } from './barred-appeal.tsx';
import styles from './barred-facts.module.css';

/** Returns the sentence of an account status. An unknown status uses the sentence of a closed account. */
export function useBarredSentence(status: Barred['status']): string {
  const { t } = useLingui();
  if (status === 'ban') return t`Your account has been banned.`;
  if (status === 'suspend') return t`Your account has been suspended.`;
  return t`Your account has been suspended or temporarily closed, please contact admin.`;
}

/** Shows what is known of a ban or suspension: reason, start, end and the appeal. */
export function BarredFacts({ barred }: { readonly barred: Barred }) {
  const { t } = useLingui();
  const facts = [
    { label: t`Reason`, value: barred.reason },
    { label: t`Since`, value: barred.since && formatDateTime(barred.since) },
    { label: t`Until`, value: barred.until && formatDateTime(barred.until) },
  ].filter(({ value }) => value !== '');
  return (
    <>
      {facts.length === 0 ? null : (
        <dl className={styles.facts}>
          {facts.map(({ label, value }) => (
            <div key={label} className={styles.fact}>
              <dt className={styles.label}>{label}</dt>
              <dd className={styles.value}>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      <BarredAppeal barred={barred} />
    </>
  );
}
