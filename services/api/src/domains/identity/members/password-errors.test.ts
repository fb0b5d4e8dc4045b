import { isAllowedPassword } from '@sangwian/contract/rules/password';
import { expect, test } from 'vitest';
import { COMMON_PASSWORDS, passwordErrorOf } from './password-errors.ts';

test.each([
  ...['password1', 'Password123', 'QWERTY123', '1q2w3e4r', 'password123!', 'jordan23'],
  ...['muaythai1', 'Sangwian2026', 'muay-thai-99', '88lumpinee88', '!Bangkok2569!'],
  ...['a0812345678', '081-234-5678x', '+66812345678ab'],
])('%s is too common', (password) => {
  expect(passwordErrorOf(password)).toBe('password_common');
});

test.each([
  'ringside1',
  'ก้องphuket9ฟ้า',
  'red-corner-88',
  'bangkok-nights-7',
  'tuk-tuk-0812345678',
  'x7'.repeat(60),
])('%s is accepted', (password) => {
  expect(passwordErrorOf(password)).toBeNull();
});

test.each(['', 'abc123', 'abcdefg', '1234567', 'รหัสผ่าน1234567', 'a1'.repeat(65)])(
  '"%s" is weak',
  (password) => {
    expect(passwordErrorOf(password)).toBe('password_weak');
  },
);

test('blocks more than 3,000 common passwords, as ASVS requires, all of which pass the other rules', () => {
  const list = [...COMMON_PASSWORDS];
  expect(list.length).toBeGreaterThan(3_000);
  expect(list.filter((password) => !isAllowedPassword(password))).toEqual([]);
  expect(list.filter((password) => password !== password.toLowerCase())).toEqual([]);
});
