import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAllowedPassword } from '@sangwian/contract/rules/password';
import { expect, test } from 'vitest';
import { passwordErrorOf } from './password-errors.ts';

test.each(['password1', 'Password123', 'QWERTY123', '1q2w3e4r', 'muaythai1', 'password123!'])(
  '%s is too common',
  (password) => {
    expect(passwordErrorOf(password)).toBe('password_common');
  },
);

test.each(['ringside1', 'ก้องphuket9ฟ้า', 'red-corner-88', 'x7'.repeat(60)])(
  '%s is accepted',
  (password) => {
    expect(passwordErrorOf(password)).toBeNull();
  },
);

test.each(['', 'abc123', 'abcdefg', '1234567', 'รหัสผ่าน1234567', 'a1'.repeat(65)])(
  '"%s" is weak',
  (password) => {
    expect(passwordErrorOf(password)).toBe('password_weak');
  },
);

test('the list has more than a thousand passwords, each allowed by the other rules', () => {
  const file = join(import.meta.dirname, 'common-passwords.txt');
  const list = readFileSync(file, 'utf8').trim().split('\n');
  expect(new Set(list).size).toBe(list.length);
  expect(list.length).toBeGreaterThan(1_000);
  expect(list.filter((password) => !isAllowedPassword(password))).toEqual([]);
  expect(list.filter((password) => password !== password.toLowerCase())).toEqual([]);
});
