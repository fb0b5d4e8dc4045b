import { expect, test } from 'vitest';
import { isAllowedPassword } from './password.ts';

test.each(['ringsid1', 'abcdef1', 'RINGSIDE1', 'ก1aกกกก', 'a'.repeat(127) + 1])(
  '%s is allowed',
  (password) => expect(isAllowedPassword(password)).toBe(true),
);

test.each(['', 'abcde1', 'abcdefg', '1234567', 'รหัสผ่าน1', 'กขคงจฉช๑', 'a1😀😀😀', 'a1'.repeat(65)])(
  '%s is not',
  (password) => expect(isAllowedPassword(password)).toBe(false),
);
