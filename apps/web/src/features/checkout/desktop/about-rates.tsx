import { useLingui } from '@lingui/react/macro';
import type { ExchangeRates } from '@sangwian/contract/endpoints/coins';
import { formatDate } from '@sangwian/i18n/format-date';
import { formatMoney } from '@sangwian/i18n/format-number';
import { aboutIn } from './about-rate.ts';
import styles from './about-rates.module.css';

/** Of whom most come from abroad, first. */
const FIRST: readonly string[] = ['USD', 'EUR', 'GBP', 'CNY', 'JPY', 'AUD', 'SGD', 'KRW'];
const SHOWN_MAX = 6;

const rankOf = (code: string): number => {
  const rank = FIRST.indexOf(code);
  return rank < 0 ? FIRST.length : rank;
};
/** Without a choice: what a hundred baht are about. */
const SAMPLE_SATANG = 10_000;

interface AboutRatesProps {
  /** Of the chosen package; `null` without one. */
  readonly satang: number | null;
  readonly rates: ExchangeRates | null;
}

/** What the price is about worth in other currencies, and that baht are what is charged. */
export function AboutRates({ satang, rates }: AboutRatesProps) {
  const { t } = useLingui();
  const baht = satang ?? SAMPLE_SATANG;
  const lines = (rates?.rates ?? [])
    .map(({ code, rate }) => ({ code, about: aboutIn(baht, rate) }))
    .filter(({ code, about }) => about !== null && code !== 'THB')
    .sort((a, b) => rankOf(a.code) - rankOf(b.code))
    .slice(0, SHOWN_MAX);
  if (rates === null || lines.length === 0) return null;
  const price = formatMoney(baht);
  const date = formatDate(rates.as_of);
  return (
    <section className={styles.rates} aria-label={t`In other currencies`}>
      <h2 className={styles.title}>{t`฿${price} is about`}</h2>
      <ul className={styles.list}>
        {lines.map(({ code, about }) => (
          <li key={code}>
            {about} <span className={styles.code}>{code}</span>
          </li>
        ))}
      </ul>
      <p className={styles.note}>
        {t`Rates of ${date}, which float. What is charged is always Thai baht.`}
      </p>
    </section>
  );
}
