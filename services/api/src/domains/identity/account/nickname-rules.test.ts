import { expect, test } from 'vitest';
import { nicknameKey, nicknameProblem, suffixed } from './nickname-rules.ts';

test.each(['น้ำ ใจ', 'ที่รัก99', 'Élodie', 'Bang-Na_7', 'พี่หมี.มวยไทย', 'สิทธิ์ชัย'])(
  'allows the nickname %s',
  (nickname) => expect(nicknameProblem(nickname)).toBeNull(),
);

test.each([
  ['one letter', 'ก'],
  ['one letter with its marks', 'ก็'],
  ['no letter', '0812345678'],
  ['a letter of another script', 'Pаul'],
  ['an emoji', 'มวย🥊'],
  ['a flood of marks', 'ก่้๊บ'],
  ['a repeated mark', 'ก้้บ'],
  ['a mark without a letter', '้กบ'],
  ['a bracket', '<b>fan</b>'],
])('refuses a nickname with %s', (_, nickname) =>
  expect(nicknameProblem(nickname)).toBe('invalid'),
);

test.each(['Admin', 'S4ngwian Adm1n', 'แอดมินโจ้', 'm o d e r a t o r'])(
  'refuses the name of staff %s',
  (nickname) => expect(nicknameProblem(nickname)).toBe('reserved'),
);

test.each([
  ['case', 'Somchai', 'SOMCHAI'],
  ['a full-width letter', 'Somchai', 'Ｓomchai'],
  ['an accent', 'Elodie', 'Élodie'],
  ['a digit that looks like a letter', 'Bobo', 'B0bo'],
  ['l, I and 1', 'Bill', 'Bi1I'],
  ['separators', 'Muay Thai', 'muay_thai'],
  ['rn and m', 'Sam', 'Sarn'],
  ['two letters that look like one', 'แดง', 'เเดง'],
  ['a decomposed vowel', 'น้ำใจ', 'น้ํา ใจ'],
  ['a digit of Thai', 'แดง2', 'แดง๒'],
])('gives two nicknames that differ in %s the same key', (_, one, other) =>
  expect(nicknameKey(other)).toBe(nicknameKey(one)),
);

test('gives different names different keys', () => {
  const names = ['แดง', 'ดำ', 'Somchai', 'Somsak', 'มานี', 'มานะ'];
  expect(new Set(names.map(nicknameKey)).size).toBe(names.length);
});

test('cuts a long nickname for its suffix, and never splits a letter from its marks', () => {
  const [suggested = ''] = suffixed('ที่'.repeat(24), [345]);
  expect(suggested).toBe(`${'ที่'.repeat(21)}345`);
});
