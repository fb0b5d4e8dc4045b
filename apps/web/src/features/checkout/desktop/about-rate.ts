import { formatMoney } from '@sangwian/i18n/format-number';

const DECIMAL = /^(\d+)(?:\.(\d+))?$/;

/**
 * What baht are about worth in another currency, as money is written: satang and a rate such as `0.028931` (units for
 * one baht) to `14.47`. Never through a float. `null` where the rate is no decimal.
 */
export function aboutIn(satang: number, rate: string): string | null {
  const [, whole, fraction = ''] = DECIMAL.exec(rate) ?? [];
  if (whole === undefined) return null;
  const scale = 10n ** BigInt(fraction.length);
  const hundredths = (BigInt(satang) * BigInt(whole + fraction) + scale / 2n) / scale;
  return formatMoney(hundredths);
}
