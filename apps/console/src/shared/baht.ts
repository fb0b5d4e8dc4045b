import { formatMoney } from '@sangwian/i18n/format-number';

/** Formats satang as `฿1,234.56`. */
export const formatBaht = (satang: number): string =>
  satang < 0 ? `−฿${formatMoney(-satang)}` : `฿${formatMoney(satang)}`;

/** Formats satang for an input: `1234.56`. */
export const bahtText = (satang: number): string => (satang / 100).toFixed(2);

/** Converts typed baht to satang. Returns `null` unless the text is an amount with at most two decimals. */
export function parseBaht(text: string): number | null {
  const match = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(text.trim().replaceAll(',', ''));
  if (match === null) return null;
  return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
}
