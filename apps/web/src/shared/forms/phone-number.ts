import { normalizeText } from '@sangwian/contract/rules/normalize-text';
import { toAsciiDigits } from '@sangwian/i18n/format-number';

/** What a member may type as a phone number: digits of either script, spaces, hyphens, a plus sign in front. */
export const cleanPhone = (typed: string): string =>
  toAsciiDigits(normalizeText(typed, 'NFKC')).replace(/[\s().-]/g, '');

/** Whether a number can be complete: a Thai one has 9 or 10 digits, with its country 11 or 12, others up to 15. */
export const isPhone = (typed: string): boolean =>
  /^(0\d{8,9}|\+\d{8,15}|66\d{8,10})$/.test(cleanPhone(typed));

/** Whether a number can be a mobile one, which an OTP can be sent to: in Thailand 06, 08 or 09 and eight digits. */
export function isMobile(typed: string): boolean {
  const digits = cleanPhone(typed);
  return isPhone(digits) && (!isThai(digits) || /^[689]\d{8}$/.test(nationalOf(digits)));
}

const isThai = (digits: string): boolean => /^(0|66|\+66)/.test(digits);

const nationalOf = (digits: string): string => digits.replace(/^(\+?66)?0?/, '');

/** As a reader groups it: `081 234 5678`; a number that is not Thai stays as it is. */
export function formatPhone(typed: string): string {
  const digits = cleanPhone(typed);
  if (!isThai(digits)) return digits;
  const national = nationalOf(digits);
  return `0${national.slice(0, 2)} ${national.slice(2, 5)} ${national.slice(5)}`;
}
