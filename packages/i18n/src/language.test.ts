import { expect, test } from 'vitest';
import { isLanguage, languageOf, localeOf, pickText } from './language.ts';

test('only TH and EN are languages', () => {
  expect(isLanguage('TH')).toBe(true);
  expect(isLanguage('th')).toBe(false);
  expect(isLanguage(null)).toBe(false);
});

test('converts a language to its locale and back', () => {
  expect(languageOf(localeOf('TH'))).toBe('TH');
  expect(languageOf(localeOf('EN'))).toBe('EN');
});

test('an unknown locale becomes EN', () => {
  expect(languageOf('')).toBe('EN');
});

test('a text missing in the shown language is shown in the other', () => {
  expect(pickText({ th: 'สังเวียน', en: 'Sangwian' }, 'EN')).toBe('Sangwian');
  expect(pickText({ th: 'สังเวียน', en: '' }, 'EN')).toBe('สังเวียน');
});
