import { expect, test } from 'vitest';
import { isPersonName, normalizePersonName } from './person-name.ts';

test.each([
  'สมชาย',
  'น้ำผึ้ง',
  'ณัฐฐ์ธีรา',
  "O'Brien",
  'Anne-Marie',
  'de la Cruz',
  'Zoë',
  'ก'.repeat(60),
])('%s is a name', (name) => {
  expect(isPersonName(normalizePersonName(name))).toBe(true);
});

test.each([
  '',
  ' ',
  'สมชาย2',
  'สมชาย๒',
  'a@b',
  '😀',
  'Ann_Marie',
  '-Ann',
  'Ann-',
  'ส.สมชาย',
  'ก'.repeat(61),
  '\u3164',
  '\u115f\u1160',
  '\uffa0',
  'x'.repeat(10_000),
  'a '.repeat(5_000),
])('%s is none', (name) => {
  expect(isPersonName(normalizePersonName(name))).toBe(false);
});

test('spelling is kept, invisible characters and spare spaces are not', () => {
  expect(normalizePersonName('  น้ำ\u200b  ใส\u202e ')).toBe('น้ำ ใส');
  expect(normalizePersonName('Zoe\u0308')).toBe('Zoë');
  expect(normalizePersonName('Zoe\u034f\u0308\u3164')).toBe('Zoë');
});
