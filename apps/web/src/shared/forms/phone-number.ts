import { normalizeText } from '@sangwian/contract/rules/normalize-text';
import { toAsciiDigits } from '@sangwian/i18n/format-number';

/** Normalizes a typed phone number: digits of both scripts, spaces, hyphens, a leading plus sign. */
export const cleanPhone = (typed: string): string =>
  toAsciiDigits(normalizeText(typed, 'NFKC')).replace(/[\s().-]/g, '');

/**
 * Returns whether a number has a possible length: a Thai number has 9 or 10 digits, or 11 or 12 with the country code;
 * other numbers have up to 15.
 */
export const isPhone = (typed: string): boolean =>
  /^(0\d{8,9}|\+\d{8,15}|66\d{8,10})$/.test(cleanPhone(typed));

/** Returns whether a number can be a mobile number. A Thai mobile number is 06, 08 or 09 with eight more digits. */
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
