import { expect, test } from 'vitest';
import { isEmail, normalizeEmail } from './email.ts';

test.each(['a@b.co', 'somchai.jaidee+ring@mail.example', 'สมชาย@ตัวอย่าง.ไทย'])(
  '%s is an address',
  (text) => {
    expect(isEmail(normalizeEmail(` ${text} `))).toBe(true);
  },
);

test.each([
  '',
  'a',
  '@b.co',
  'a@b',
  'a@b.',
  'a@.b',
  'a@b..c',
  'a b@c.co',
  'a@b@c.co',
  'a\u0007@b.co',
  'a\u200b@b.co',
  `${'x'.repeat(250)}@b.co`,
])('"%s" is none', (text) => {
  expect(isEmail(text)).toBe(false);
});
