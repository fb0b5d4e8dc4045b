import { expect, test } from 'vitest';
import { splitByWord } from './split-by-word.ts';

test('splits a text around the watched word and ignores case', () => {
  expect(splitByWord('try QuickCash tonight', 'quickcash')).toEqual([
    'try ',
    'QuickCash',
    ' tonight',
  ]);
  expect(splitByWord('เข้าเว็บตรงเลย', 'เว็บตรง')).toEqual(['เข้า', 'เว็บตรง', 'เลย']);
});

test('returns the whole text if the word is spelled differently in it', () => {
  expect(splitByWord('q u i c k c a s h', 'quickcash')).toEqual(['q u i c k c a s h', '', '']);
});
