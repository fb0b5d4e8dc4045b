import { useLingui } from '@lingui/react/macro';
import { formatDateTime } from '@sangwian/i18n/format-date';
import type { Barred } from '../session/barred.ts';
import styles from './barred-facts.module.css';

/** The catalogue's sentence of a status; the one of a closed account where none is known. */
export function useBarredSentence(status: Barred['status']): string {
  const { t } = useLingui();
  if (status === 'ban') return t`Your account has been banned.`;
  if (status === 'suspend') return t`Your account has been suspended.`;
  return t`Your account has been suspended or temporarily closed, please contact admin.`;
}

/** Why, since when and until when an account cannot be used, as far as the server said. */
export function BarredFacts({ barred }: { readonly barred: Barred }) {
  const { t } = useLingui();
  const facts = [
    { label: t`Reason`, value: barred.reason },
    { label: t`Since`, value: barred.since && formatDateTime(barred.since) },
    { label: t`Until`, value: barred.until && formatDateTime(barred.until) },
  ].filter(({ value }) => value !== '');
  if (facts.length === 0) return null;
  return (
    <dl className={styles.facts}>
      {facts.map(({ label, value }) => (
        <div key={label} className={styles.fact}>
          <dt className={styles.label}>{label}</dt>
          <dd className={styles.value}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
