import { randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import { CODE_ALPHABET, isCodeText, makeCode, normaliseCode } from './code-text.ts';

test.each([
  ['sawasdee', 'SAWASDEE'],
  ['  Sawas dee\n', 'SAWASDEE'],
  ['KICK-2345-ABCD', 'KICK2345ABCD'],
  ['kick – 2345 — abcd', 'KICK2345ABCD'],
  ['ไฟต์๒๕๖๙', 'ไฟต์2569'],
  ['\u200bSAWAS\u00a0DEE\ufeff', 'SAWASDEE'],
])('normalises %j to %s', (typed, code) => {
  expect(normaliseCode(typed)).toBe(code);
  expect(isCodeText(code)).toBe(true);
});

test.each(['', 'ABC', '!!!!', 'A'.repeat(65), 'AB\u0000C'])(
  '%j is not a well-formed code',
  (text) => {
    expect(isCodeText(normaliseCode(text))).toBe(false);
  },
);

test('generates unique codes without look-alike characters', () => {
  const codes = Array.from({ length: 1_000 }, () => makeCode('KICK', randomInt));
  expect(new Set(codes).size).toBe(1_000);
  const shape = new RegExp(`^KICK(-[${CODE_ALPHABET}]{4}){3}$`);
  expect(codes.filter((code) => !shape.test(code))).toEqual([]);
  expect(CODE_ALPHABET).not.toMatch(/[01IOL]/);
});
