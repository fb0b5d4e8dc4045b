import { describe, expect, test } from 'vitest';
import { writeOtpMessage } from './otp-message.ts';
import {
  findResendTime,
  isServed,
  makeCode,
  makeReference,
  PHONE_CAPS,
  rangeOf,
  readCode,
  readReference,
} from './otp-rules.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const sent = (secondsAgo: number, failed = false) => ({
  sent_at: new Date(NOW.getTime() - secondsAgo * 1000),
  failed,
});
const secondsUntil = (time: Date | null) =>
  time === null ? null : (time.getTime() - NOW.getTime()) / 1000;

test('a code keeps its leading zeros', () => {
  expect(makeCode(() => 42)).toBe('000042');
  expect(makeCode((below) => below - 1)).toBe('999999');
});

test.each(['123456', ' 123 456 ', '123-456', '๑๒๓๔๕๖', '１２３４５６'])(
  '%s is parsed as a code',
  (text) => {
    expect(readCode(text)).toBe('123456');
  },
);

test.each(['', '12345', '1234567', '12345a', '12345\u0000', '१२३४५६'])(
  '"%s" is not a code',
  (text) => {
    expect(readCode(text)).toBeNull();
  },
);

test('parses a typed reference, and refuses a malformed one', () => {
  const reference = makeReference((below) => below - 1);
  expect(readReference(` ${reference.toLowerCase()} `)).toBe(reference);
  for (const text of ['', 'AAAAAA', '\u0000\u0000\u0000\u0000\u0000\u0000', `${reference}B`]) {
    expect(readReference(text), text).toBeNull();
  }
});

describe('the next message to a phone', () => {
  test('may be sent at once if it is the first, and a minute after an accepted one', () => {
    expect(findResendTime([], PHONE_CAPS, NOW)).toBeNull();
    expect(secondsUntil(findResendTime([sent(20)], PHONE_CAPS, NOW))).toBe(40);
    expect(findResendTime([sent(60)], PHONE_CAPS, NOW)).toBeNull();
  });

  test('is not delayed by a message that the carrier refused', () => {
    expect(findResendTime([sent(1, true)], PHONE_CAPS, NOW)).toBeNull();
    expect(secondsUntil(findResendTime([sent(1, true), sent(30)], PHONE_CAPS, NOW))).toBe(30);
  });

  test('is limited per hour and per day, and failed messages count', () => {
    const five = [sent(100, true), sent(200), sent(300), sent(400), sent(3_000)];
    expect(secondsUntil(findResendTime(five, PHONE_CAPS, NOW))).toBe(600);
    const ten = Array.from({ length: 10 }, (_, index) => sent((index + 1) * 7_200));
    expect(secondsUntil(findResendTime(ten, PHONE_CAPS, NOW))).toBe(86_400 - 72_000);
  });
});

test('OTPs are sent to the configured countries only, and a range has ten thousand numbers', () => {
  expect(isServed('+66812345678', ['+66'])).toBe(true);
  expect(isServed('+8562012345678', ['+66'])).toBe(false);
  expect(isServed('+66812345678', [])).toBe(false);
  expect(rangeOf('+66812345678')).toBe(rangeOf('+66812340000'));
});

describe('the text of a message', () => {
  const code = '123456';
  const reference = 'BCDF23';
  test.each(['register', 'reset', 'link', 'delete'] as const)(
    '%s: contains code, reference and purpose, and fits into one SMS',
    (purpose) => {
      for (const [language, charsMax] of [
        ['TH', 70],
        ['EN', 160],
      ] as const) {
        const text = writeOtpMessage({ code, reference, purpose, language });
        expect(text).toContain(code);
        expect(text).toContain(reference);
        expect(text.match(/\d{6}/g)).toEqual([code]);
        expect(text.length, text).toBeLessThanOrEqual(charsMax);
      }
      // A character outside the GSM alphabet would reduce the limit to 70 characters.
      const english = writeOtpMessage({ code, reference, purpose, language: 'EN' });
      expect(english).toMatch(/^[\x20-\x7e]+$/);
    },
  );
});
