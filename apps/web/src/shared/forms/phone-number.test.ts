import { expect, test } from 'vitest';
import { cleanPhone, formatPhone, isMobile, isPhone } from './phone-number.ts';

test('a number is read with any separators and digits', () => {
  expect(cleanPhone('081-234 5678')).toBe('0812345678');
  expect(cleanPhone('๐๘๑๒๓๔๕๖๗๘')).toBe('0812345678');
  expect(cleanPhone(' +66 (0) 81 234 5678 ')).toBe('+660812345678');
});

test('isPhone accepts complete numbers', () => {
  for (const phone of [
    '0812345678',
    '๐๘๑ ๒๓๔ ๕๖๗๘',
    '+66812345678',
    '+660812345678',
    '66812345678',
    '+14155550123',
  ]) {
    expect(isPhone(phone), phone).toBe(true);
  }
});

test('isPhone rejects incomplete numbers and other text', () => {
  for (const phone of ['', '081', '08123456789012', 'ringside', '812345678', '+66', '0812x45678']) {
    expect(isPhone(phone), phone).toBe(false);
  }
});

test('an OTP goes to mobile numbers only', () => {
  for (const phone of [
    '0812345678',
    '๐๙๑๒๓๔๕๖๗๘',
    '+66612345678',
    '+660812345678',
    '+14155550123',
  ]) {
    expect(isMobile(phone), phone).toBe(true);
  }
  for (const phone of ['021234567', '0212345678', '081234567', '+6621234567', '']) {
    expect(isMobile(phone), phone).toBe(false);
  }
});

test('a Thai number is formatted in groups', () => {
  for (const phone of ['0812345678', '+66812345678', '+660812345678', '๐๘๑-๒๓๔-๕๖๗๘']) {
    expect(formatPhone(phone), phone).toBe('081 234 5678');
  }
  expect(formatPhone('+1 415 555 0123')).toBe('+14155550123');
});
