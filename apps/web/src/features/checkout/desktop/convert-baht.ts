import { formatMoney } from '@sangwian/i18n/format-number';

const DECIMAL = /^(\d+)(?:\.(\d+))?$/;

/**
 * Converts satang into another currency, without floating-point arithmetic. Returns a formatted amount such as `14.47`,
 * or `null` if the rate is not a decimal number. A rate such as `0.028931` is in units per baht.
 */
export function convertBaht(satang: number, rate: string): string | null {
  const [, whole, fraction = ''] = DECIMAL.exec(rate) ?? [];
  if (whole === undefined) return null;
  const scale = 10n ** BigInt(fraction.length);
  const hundredths = (BigInt(satang) * BigInt(whole + fraction) + scale / 2n) / scale;
  return formatMoney(hundredths);
}
