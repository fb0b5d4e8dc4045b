import { expect, test } from 'vitest';
import { splitByWord } from './split-by-word.ts';

test('a text is split around the watched word, whatever its case', () => {
  expect(splitByWord('try QuickCash tonight', 'quickcash')).toEqual([
    'try ',
    'QuickCash',
    ' tonight',
  ]);
  expect(splitByWord('เข้าเว็บตรงเลย', 'เว็บตรง')).toEqual(['เข้า', 'เว็บตรง', 'เลย']);
});

test('a word that is spelled otherwise in the text leaves the text whole', () => {
  expect(splitByWord('q u i c k c a s h', 'quickcash')).toEqual(['q u i c k c a s h', '', '']);
});
