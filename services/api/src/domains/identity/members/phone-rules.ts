import { normalizeText } from '@sangwian/contract/rules/normalize-text';
import { parsePhoneNumberFromString } from 'libphonenumber-js/mobile';

const THAI_ZERO = '๐'.charCodeAt(0);

const toAsciiDigits = (text: string): string =>
  text.replace(/[๐-๙]/g, (digit) => String(digit.charCodeAt(0) - THAI_ZERO));

/**
 * Parses a phone number into E.164. For example, `0812345001`, `081-234-5001`, `+66812345001`, `+660812345001` and
 * `๐๘๑๒๓๔๕๐๐๑` are the same number.
 *
 * @returns `null` if the text is not a mobile number
 */
export function parsePhone(text: string): string | null {
  const digits = toAsciiDigits(normalizeText(text, 'NFKC').trim()).replace(/^00(?=66)/, '+');
  const number = parsePhoneNumberFromString(digits, { defaultCountry: 'TH', extract: false });
  return number?.isValid() && number.ext === undefined ? number.number : null;
}
