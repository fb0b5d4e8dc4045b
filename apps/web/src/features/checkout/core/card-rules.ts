/** What is wrong with a card's field; the form puts it into words. */
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

/** Groups of four, as on the card (of American Express 4-6-5): `4242 4242 4242 4242`. */
export function formatCardNumber(typed: string): string {
  const digits = digitsOf(typed).slice(0, 19);
  const groups = AMEX.test(digits)
    ? [digits.slice(0, 4), digits.slice(4, 10), digits.slice(10, 15)]
    : (digits.match(/.{1,4}/g) ?? []);
  return groups.filter(Boolean).join(' ');
}

/** `MM / YY` while it is typed; a first digit above 1 is a month of its own. */
export function formatExpiry(typed: string): string {
  const digits = digitsOf(typed);
  // Browsers fill in `12/2030` as well.
  const short = digits.length === 6 ? digits.slice(0, 2) + digits.slice(4) : digits.slice(0, 4);
  const whole = /^[2-9]/.test(short) ? `0${short}`.slice(0, 4) : short;
  return whole.length > 2 ? `${whole.slice(0, 2)} / ${whole.slice(2)}` : whole;
}

/** The check digit of a card's number. */
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

/** Month and year that a typed expiry means; `null` where it means none. */
export function readExpiry(typed: string): { month: number; year: number } | null {
  const [, month, year] = /^(\d{2})(\d{2})$/.exec(digitsOf(formatExpiry(typed))) ?? [];
  if (month === undefined || year === undefined) return null;
  const parsed = { month: Number(month), year: 2_000 + Number(year) };
  return parsed.month >= 1 && parsed.month <= 12 ? parsed : null;
}

/** A card is good to the end of its month. */
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
