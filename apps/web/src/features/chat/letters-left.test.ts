import { LIMITS } from '@sangwian/contract/limits';
import { expect, test } from 'vitest';
import { countLetters, lettersLeft } from './letters-left.ts';

test('a Thai letter with its marks counts as one, and so does a joined emoji', () => {
  expect(countLetters('น้ำใจ')).toBe(3);
  expect(countLetters('ที่นี่')).toBe(2);
  expect(countLetters('👨‍👩‍👧')).toBe(1);
});

test('the limit counts letters, not code points, of which Thai text has more', () => {
  expect(lettersLeft('ที่'.repeat(LIMITS.chatCharsMax))).toBe(0);
  expect(lettersLeft('ที่'.repeat(LIMITS.chatCharsMax + 1))).toBe(-1);
});

test('leading and trailing spaces are not counted, because they are not sent', () => {
  expect(lettersLeft(`  ${'a'.repeat(LIMITS.chatCharsMax)}  `)).toBe(0);
});

test('a line of long emoji is limited by its UTF-16 units', () => {
  const family = '👨‍👩‍👧‍👦';
  const count = Math.floor(LIMITS.chatUnitsMax / family.length);
  expect(lettersLeft(family.repeat(count))).toBe(LIMITS.chatUnitsMax - count * family.length);
  expect(lettersLeft(family.repeat(count + 1))).toBeLessThan(0);
});

test('a very long pasted text is too long', () => {
  expect(lettersLeft('ก'.repeat(2_000_000))).toBeLessThan(0);
});
