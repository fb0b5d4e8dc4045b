import { useLingui } from '@lingui/react/macro';
import type { ExchangeRates } from '@sangwian/contract/endpoints/coins';
import { formatDate } from '@sangwian/i18n/format-date';
import { formatMoney } from '@sangwian/i18n/format-number';
import { convertBaht } from './convert-baht.ts';
import styles from './converted-prices.module.css';

/** The currencies of most foreign visitors come first. */
const FIRST: readonly string[] = ['USD', 'EUR', 'GBP', 'CNY', 'JPY', 'AUD', 'SGD', 'KRW'];
const SHOWN_MAX = 6;

const rankOf = (code: string): number => {
  const rank = FIRST.indexOf(code);
  return rank < 0 ? FIRST.length : rank;
};
/** The amount that is converted while no package is chosen. */
const SAMPLE_SATANG = 10_000;

interface ConvertedPricesProps {
  /** The price of the chosen package; `null` without one. */
  readonly satang: number | null;
  readonly rates: ExchangeRates | null;
}

/** Shows the price in other currencies, with a note that the charge is in baht. */
export function ConvertedPrices({ satang, rates }: ConvertedPricesProps) {
  const { t } = useLingui();
  const baht = satang ?? SAMPLE_SATANG;
  const lines = (rates?.rates ?? [])
    .map(({ code, rate }) => ({ code, converted: convertBaht(baht, rate) }))
    .filter(({ code, converted }) => converted !== null && code !== 'THB')
    .sort((a, b) => rankOf(a.code) - rankOf(b.code))
    .slice(0, SHOWN_MAX);
  if (rates === null || lines.length === 0) return null;
  const price = formatMoney(baht);
  const date = formatDate(rates.as_of);
  return (
    <section className={styles.rates} aria-label={t`In other currencies`}>
      <h2 className={styles.title}>{t`฿${price} is about`}</h2>
      <ul className={styles.list}>
        {lines.map(({ code, converted }) => (
          <li key={code}>
            {converted} <span className={styles.code}>{code}</span>
          </li>
        ))}
      </ul>
      <p className={styles.note}>{t`Floating rates as of ${date}. You always pay in Thai baht.`}</p>
    </section>
  );
}
