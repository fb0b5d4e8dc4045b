/** The validation errors of the card form. The form has a sentence for each error. */
export type CardComplaint =
  | 'number_missing'
  | 'number_invalid'
  | 'expiry_missing'
  | 'expiry_invalid'
  | 'expired'
  | 'code_missing'
  | 'code_invalid'
  | 'name_missing';

const NUMBER = /^\d{12,19}$/;
const AMEX = /^3[47]/;

export const digitsOf = (typed: string): string => typed.replace(/\D/g, '');

/** Groups the digits of a card number as printed on the card: by four, or 4-6-5 for American Express. */
export function formatCardNumber(typed: string): string {
  const digits = digitsOf(typed).slice(0, 19);
  const groups = AMEX.test(digits)
    ? [digits.slice(0, 4), digits.slice(4, 10), digits.slice(10, 15)]
    : (digits.match(/.{1,4}/g) ?? []);
  return groups.filter(Boolean).join(' ');
}

/** Formats a typed expiry date as `MM / YY`. A first digit above 1 is taken as a whole month. */
export function formatExpiry(typed: string): string {
  const digits = digitsOf(typed);
  // Browsers also autofill `12/2030`.
  const short = digits.length === 6 ? digits.slice(0, 2) + digits.slice(4) : digits.slice(0, 4);
  const whole = /^[2-9]/.test(short) ? `0${short}`.slice(0, 4) : short;
  return whole.length > 2 ? `${whole.slice(0, 2)} / ${whole.slice(2)}` : whole;
}

/** Checks a card number's check digit (Luhn). */
export function isLuhn(digits: string): boolean {
  let sum = 0;
  for (const [index, digit] of [...digits].reverse().entries()) {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  }
  return digits !== '' && sum % 10 === 0;
}

export function checkNumber(typed: string): CardComplaint | null {
  const digits = digitsOf(typed);
  if (digits === '') return 'number_missing';
  return NUMBER.test(digits) && isLuhn(digits) ? null : 'number_invalid';
}

/** Parses a typed expiry date; `null` if it is invalid. */
export function readExpiry(typed: string): { month: number; year: number } | null {
  const [, month, year] = /^(\d{2})(\d{2})$/.exec(digitsOf(formatExpiry(typed))) ?? [];
  if (month === undefined || year === undefined) return null;
  const parsed = { month: Number(month), year: 2_000 + Number(year) };
  return parsed.month >= 1 && parsed.month <= 12 ? parsed : null;
}

/** A card is valid to the end of its month. */
export function checkExpiry(typed: string, now: Date): CardComplaint | null {
  if (digitsOf(typed) === '') return 'expiry_missing';
  const expiry = readExpiry(typed);
  if (!expiry) return 'expiry_invalid';
  return now.getTime() < Date.UTC(expiry.year, expiry.month) ? null : 'expired';
}

export function checkCode(typed: string): CardComplaint | null {
  if (typed.trim() === '') return 'code_missing';
  return /^\d{3,4}$/.test(typed.trim()) ? null : 'code_invalid';
}

export const checkName = (typed: string): CardComplaint | null =>
  typed.trim() === '' ? 'name_missing' : null;
