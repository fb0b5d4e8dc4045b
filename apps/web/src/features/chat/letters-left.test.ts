import { LIMITS } from '@sangwian/contract/limits';
import { expect, test } from 'vitest';
import { countLetters, lettersLeft } from './letters-left.ts';

test('marks of Thai belong to their letters, and joined emoji are one', () => {
  expect(countLetters('น้ำใจ')).toBe(3);
  expect(countLetters('ที่นี่')).toBe(2);
  expect(countLetters('👨‍👩‍👧')).toBe(1);
});

test('a Thai line of as many letters as are allowed has room, though it has thrice the characters', () => {
  expect(lettersLeft('ที่'.repeat(LIMITS.chatCharsMax))).toBe(0);
  expect(lettersLeft('ที่'.repeat(LIMITS.chatCharsMax + 1))).toBe(-1);
});

test('space around a line is not counted, since it is not sent', () => {
  expect(lettersLeft(`  ${'a'.repeat(LIMITS.chatCharsMax)}  `)).toBe(0);
});

test('a line of few letters that are long to write has the room that is left for them', () => {
  const family = '👨‍👩‍👧‍👦';
  const count = Math.floor(LIMITS.chatUnitsMax / family.length);
  expect(lettersLeft(family.repeat(count))).toBe(LIMITS.chatUnitsMax - count * family.length);
  expect(lettersLeft(family.repeat(count + 1))).toBeLessThan(0);
});

test('a pasted book is too long', () => {
  expect(lettersLeft('ก'.repeat(2_000_000))).toBeLessThan(0);
});
