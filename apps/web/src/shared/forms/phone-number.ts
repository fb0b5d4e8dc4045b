import { normalizeText } from '@sangwian/contract/rules/normalize-text';
import { toAsciiDigits } from '@sangwian/i18n/format-number';

/** Normalizes a typed phone number: digits of both scripts, spaces, hyphens, a leading plus sign. */
export const cleanPhone = (typed: string): string =>
  toAsciiDigits(normalizeText(typed, 'NFKC')).replace(/[\s().-]/g, '');

/** Returns whether a number can be complete: Thai 9 or 10 digits, with country code 11 or 12; others up to 15. */
export const isPhone = (typed: string): boolean =>
  /^(0\d{8,9}|\+\d{8,15}|66\d{8,10})$/.test(cleanPhone(typed));

/** Returns whether a number can be a mobile number: in Thailand 06, 08 or 09 and eight digits. */
export function isMobile(typed: string): boolean {
  const digits = cleanPhone(typed);
  return isPhone(digits) && (!isThai(digits) || /^[689]\d{8}$/.test(nationalOf(digits)));
}

const isThai = (digits: string): boolean => /^(0|66|\+66)/.test(digits);

const nationalOf = (digits: string): string => digits.replace(/^(\+?66)?0?/, '');

/** Formats a Thai number as `081 234 5678`; other numbers stay unchanged. */
export function formatPhone(typed: string): string {
  const digits = cleanPhone(typed);
  if (!isThai(digits)) return digits;
  const national = nationalOf(digits);
  return `0${national.slice(0, 2)} ${national.slice(2, 5)} ${national.slice(5)}`;
}
