import { formatMoney } from '@sangwian/i18n/format-number';

/** Formats satang as `฿1,234.56`. */
export const formatBaht = (satang: number): string =>
  satang < 0 ? `−฿${formatMoney(-satang)}` : `฿${formatMoney(satang)}`;
