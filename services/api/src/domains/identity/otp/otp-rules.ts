import { LIMITS } from '@sangwian/contract/limits';
import { normalizeText } from '@sangwian/contract/rules/normalize-text';

/** Contains no vowels, so that no reference spells a word, and no look-alike characters. */
const REF_ALPHABET = 'BCDFGHJKLMNPQRSTVWXZ23456789';
const REF_CHARS = 6;
const REF = new RegExp(`^[${REF_ALPHABET}]{${REF_CHARS}}$`);
const CODE = new RegExp(`^\\d{${LIMITS.otpDigits}}$`);
const THAI_ZERO = '๐'.charCodeAt(0);

/** Limits of OTPs to one phone. */
export interface PhoneCaps {
  readonly perHourMax: number;
  readonly perDayMax: number;
}

export const PHONE_CAPS: PhoneCaps = { perHourMax: 5, perDayMax: 10 };
/**
 * Higher limits for the member of the phone on one of the member's own devices. Strangers cannot use these limits up.
 */
export const OWNER_CAPS: PhoneCaps = { perHourMax: 10, perDayMax: 20 };

/**
 * Creates the reference of an OTP.
 *
 * @param randomInt returns a cryptographically random integer from 0 up to, but not including, its argument
 */
export function makeReference(randomInt: (below: number) => number): string {
  return Array.from({ length: REF_CHARS }, () => REF_ALPHABET[randomInt(REF_ALPHABET.length)]).join(
    '',
  );
}

/** Creates the code of an OTP. @param randomInt see `makeReference` */
export const makeCode = (randomInt: (below: number) => number): string =>
  String(randomInt(10 ** LIMITS.otpDigits)).padStart(LIMITS.otpDigits, '0');

/** Parses a typed reference. Returns `null` if it is malformed. */
export function readReference(text: string): string | null {
  const reference = text.trim().toUpperCase();
  return REF.test(reference) ? reference : null;
}

/** Parses a typed code with Thai or Arabic digits and spaces. Returns `null` if it is malformed. */
export function readCode(text: string): string | null {
  const digits = normalizeText(text, 'NFKC')
    .replace(/[\s-]/g, '')
    .replace(/[๐-๙]/g, (digit) => String(digit.charCodeAt(0) - THAI_ZERO));
  return CODE.test(digits) ? digits : null;
}

/** An earlier message to a phone. */
export interface SentBefore {
  readonly sent_at: Date;
  readonly failed: boolean;
}

/**
 * Returns when the next OTP may be sent to a phone; `null` if it may be sent now. A message that the carrier refused
 * counts, but causes no resend delay.
 *
 * @param before messages of the last day, newest first
 */
export function findResendTime(
  before: readonly SentBefore[],
  caps: PhoneCaps,
  now: Date,
): Date | null {
  const since = (ms: number): SentBefore[] =>
    before.filter(({ sent_at }) => sent_at.getTime() > now.getTime() - ms);
  const times: number[] = [];
  const arrived = before.find(({ failed }) => !failed);
  if (arrived !== undefined) times.push(arrived.sent_at.getTime() + LIMITS.otpResendS * 1000);
  for (const [ms, max] of [
    [3_600_000, caps.perHourMax],
    [86_400_000, caps.perDayMax],
  ] as const) {
    const full = since(ms)[max - 1];
    if (full !== undefined) times.push(full.sent_at.getTime() + ms);
  }
  const latest = Math.max(...times);
  return latest > now.getTime() ? new Date(latest) : null;
}

/**
 * Returns the range of ten thousand numbers that a phone belongs to. The limits against SMS pumping apply to the range.
 */
export const rangeOf = (phone: string): string => phone.slice(0, -4);

/** Returns whether OTPs are sent to the country of a phone (E.164). */
export const isServed = (phone: string, countries: readonly string[]): boolean =>
  countries.some((country) => phone.startsWith(country));
