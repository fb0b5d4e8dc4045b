import { expect, test } from 'vitest';
import {
  birthDateRule,
  confirmPinRule,
  confirmRule,
  emailRule,
  firstNameRule,
  genderRule,
  lastNameRule,
  mobileRule,
  newPasswordRule,
  otpRule,
  phoneRule,
  pinRule,
  termsRule,
} from './form-rules.ts';

const TODAY = '2026-11-21';
const born = (day: string, month: string, year: string) =>
  birthDateRule({ day, month, year }, TODAY);

test('a name must not contain digits or special characters', () => {
  for (const name of ['สมศักดิ์', 'น้ำค้าง', 'Anne-Marie', "O'Neil", ' Ana  Maria ']) {
    expect(firstNameRule(name), name).toBe(true);
  }
  for (const name of ['Som1', 'สม๑', 'a@b', '🥊', `${'x'.repeat(59)}1`, 'Ann-']) {
    expect(lastNameRule(name), name).toBe('name_invalid');
  }
  for (const name of ['x'.repeat(61), 'x'.repeat(10_000), 'น้ำ'.repeat(70)]) {
    expect(lastNameRule(name), name.slice(0, 9)).toBe('name_too_long');
  }
  expect(firstNameRule('น้ำ'.repeat(20))).toBe(true);
  expect(firstNameRule('  ')).toBe('first_name_missing');
  expect(lastNameRule('')).toBe('last_name_missing');
});

test('an email is optional, but must be valid', () => {
  for (const email of ['', ' ', 'fan@example.org', 'a.b+c@mail.example.co.th']) {
    expect(emailRule(email), email).toBe(true);
  }
  for (const email of ['fan', 'fan@', 'fan@example', 'fan@example.', '@example.org', 'a b@c.de']) {
    expect(emailRule(email), email).toBe('email_invalid');
  }
});

test('a phone is required, valid and complete', () => {
  expect(phoneRule(' ')).toBe('phone_missing');
  expect(phoneRule('08123')).toBe('phone_invalid');
  expect(phoneRule('๐๘๑ ๒๓๔ ๕๖๗๘')).toBe(true);
  expect(mobileRule('')).toBe('phone_missing');
  expect(mobileRule('02 123 4567')).toBe('phone_invalid');
});

test('a password is longer than six characters and has letters and digits', () => {
  expect(newPasswordRule('')).toBe('password_missing');
  for (const password of ['abc123', 'abcdefg', '1234567', 'สังเวียน1']) {
    expect(newPasswordRule(password), password).toBe('password_weak');
  }
  expect(newPasswordRule('ringside9')).toBe(true);
});

test('the confirmation is required and must match', () => {
  expect(confirmRule('', 'ringside9')).toBe('confirm_missing');
  expect(confirmRule('ringside8', 'ringside9')).toBe('passwords_differ');
  expect(confirmRule('ringside8', 'ringside9', 'new_passwords_differ')).toBe(
    'new_passwords_differ',
  );
  expect(confirmRule('ringside9', 'ringside9')).toBe(true);
});

test('a birth date must be complete, valid and old enough', () => {
  expect(born('', '2', '2000')).toBe('birth_date_missing');
  expect(born('29', '2', '2001')).toBe('birth_date_invalid');
  expect(born('29', '2', '2000')).toBe(true);
  expect(born('22', '11', '2026')).toBe('birth_date_invalid');
  expect(born('22', '11', '2013')).toBe('age_too_young');
  expect(born('21', '11', '2013')).toBe(true);
});

test('gender, terms and all six digits are required', () => {
  expect(genderRule(null)).toBe('gender_missing');
  expect(genderRule('unspecified')).toBe(true);
  expect(termsRule(false)).toBe('terms_missing');
  expect(termsRule(true)).toBe(true);
  expect(otpRule('12345')).toBe('otp_incomplete');
  expect(otpRule('123456')).toBe(true);
});

test('a PIN needs six digits and a matching confirmation', () => {
  expect(pinRule('12345')).toBe('pin_incomplete');
  expect(pinRule('246802')).toBe(true);
  expect(confirmPinRule('', '246802')).toBe('pin_incomplete');
  expect(confirmPinRule('246803', '246802')).toBe('pins_differ');
  expect(confirmPinRule('246802', '246802')).toBe(true);
});
