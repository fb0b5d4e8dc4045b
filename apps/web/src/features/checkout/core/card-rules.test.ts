import { expect, test } from 'vitest';
import {
  checkCode,
  checkExpiry,
  checkName,
  checkNumber,
  formatCardNumber,
  formatExpiry,
  readExpiry,
} from './card-rules.ts';

const NOW = new Date('2026-11-21T12:00:00Z');

test('a card number is grouped while it is typed', () => {
  expect(formatCardNumber('4242424242424242')).toBe('4242 4242 4242 4242');
  expect(formatCardNumber('42424')).toBe('4242 4');
  expect(formatCardNumber('378282246310005')).toBe('3782 822463 10005');
  expect(formatCardNumber('4242-4242 x')).toBe('4242 4242');
  expect(formatCardNumber('')).toBe('');
});

test('a card number needs a valid length and check digit', () => {
  expect(checkNumber('4242 4242 4242 4242')).toBeNull();
  expect(checkNumber('3782 822463 10005')).toBeNull();
  expect(checkNumber('4242 4242 4242 4241')).toBe('number_invalid');
  expect(checkNumber('4242')).toBe('number_invalid');
  expect(checkNumber('0000 0000')).toBe('number_invalid');
  expect(checkNumber(' ')).toBe('number_missing');
});

test('an expiry date is accepted as typed by hand and as autofilled by browsers', () => {
  expect(formatExpiry('1230')).toBe('12 / 30');
  expect(formatExpiry('530')).toBe('05 / 30');
  expect(formatExpiry('12/2030')).toBe('12 / 30');
  expect(formatExpiry('1')).toBe('1');
  expect(readExpiry('05 / 30')).toEqual({ month: 5, year: 2030 });
  expect(readExpiry('13 / 30')).toBeNull();
});

test('a card is valid to the end of its month', () => {
  expect(checkExpiry('11 / 26', NOW)).toBeNull();
  expect(checkExpiry('10 / 26', NOW)).toBe('expired');
  expect(checkExpiry('12 / 25', NOW)).toBe('expired');
  expect(checkExpiry('12', NOW)).toBe('expiry_invalid');
  expect(checkExpiry('', NOW)).toBe('expiry_missing');
});

test('the code needs three or four digits, and the name is required', () => {
  expect(checkCode('123')).toBeNull();
  expect(checkCode('1234')).toBeNull();
  expect(checkCode('12')).toBe('code_invalid');
  expect(checkCode('12a')).toBe('code_invalid');
  expect(checkCode('')).toBe('code_missing');
  expect(checkName(' ')).toBe('name_missing');
  expect(checkName('NAMKHANG JAIDEE')).toBeNull();
});
