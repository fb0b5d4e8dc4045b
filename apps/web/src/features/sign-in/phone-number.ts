import { toAsciiDigits } from '@sangwian/i18n/format-number';

/** What a member may type as a phone number: digits of either script, spaces, hyphens, a plus sign in front. */
export const cleanPhone = (typed: string): string =>
  toAsciiDigits(typed.normalize('NFKC')).replace(/[\s().-]/g, '');

/** Whether a number can be complete: a Thai one has 9 or 10 digits, with its country 11 or 12, others up to 15. */
export const isPhone = (typed: string): boolean =>
  /^(0\d{8,9}|\+\d{8,15}|66\d{8,10})$/.test(cleanPhone(typed));
