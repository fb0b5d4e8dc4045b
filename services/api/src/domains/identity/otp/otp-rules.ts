import { LIMITS } from '@sangwian/contract/limits';
import { normalizeText } from '@sangwian/contract/rules/normalize-text';

/** Without vowels and what is mistaken for something else: no word, and easily compared. */
const REF_ALPHABET = 'BCDFGHJKLMNPQRSTVWXZ23456789';
const REF_CHARS = 6;
const REF = new RegExp(`^[${REF_ALPHABET}]{${REF_CHARS}}$`);
const CODE = new RegExp(`^\\d{${LIMITS.otpDigits}}$`);
const THAI_ZERO = '๐'.charCodeAt(0);

/** How many OTPs are sent to one phone. */
export interface PhoneCaps {
  readonly perHourMax: number;
  readonly perDayMax: number;
}

/** Whoever asks. */
export const PHONE_CAPS: PhoneCaps = { perHourMax: 5, perDayMax: 10 };
/** Where the phone's own member asks, on a device that it has used: strangers alone must not keep it from its OTPs. */
export const OWNER_CAPS: PhoneCaps = { perHourMax: 10, perDayMax: 20 };

/** @param randomInt a whole number from 0 to below its argument, that nobody can foresee */
export function makeReference(randomInt: (below: number) => number): string {
  return Array.from({ length: REF_CHARS }, () => REF_ALPHABET[randomInt(REF_ALPHABET.length)]).join(
    '',
  );
}

/** @param randomInt as above */
export const makeCode = (randomInt: (below: number) => number): string =>
  String(randomInt(10 ** LIMITS.otpDigits)).padStart(LIMITS.otpDigits, '0');

/** The reference as it was made, however it was typed; `null` where it never was one. */
export function readReference(text: string): string | null {
  const reference = text.trim().toUpperCase();
  return REF.test(reference) ? reference : null;
}

/** The digits of an OTP, in Thai or not, with or without spaces; `null` where it is none. */
export function readCode(text: string): string | null {
  const digits = normalizeText(text, 'NFKC')
    .replace(/[\s-]/g, '')
    .replace(/[๐-๙]/g, (digit) => String(digit.charCodeAt(0) - THAI_ZERO));
  return CODE.test(digits) ? digits : null;
}

/** What was asked for a phone in the last day, the newest first. */
export interface SentBefore {
  readonly sent_at: Date;
  readonly failed: boolean;
}

/**
 * When the next OTP may be sent to a phone; `null`: now. A message that the carrier did not take keeps nobody waiting,
 * but it counts.
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

/** Numbers are pumped in ranges, so a range of ten thousand has its own limit. */
export const rangeOf = (phone: string): string => phone.slice(0, -4);

/** Whether messages are sent to the country of a phone (E.164). */
export const isServed = (phone: string, countries: readonly string[]): boolean =>
  countries.some((country) => phone.startsWith(country));
