import { expect, test } from 'vitest';
import { offeredLanguage } from './offered-language.ts';

test('offers the language that the browser prefers, if the page is in the other one', () => {
  expect(offeredLanguage(['en-US', 'en'], 'TH')).toBe('EN');
  expect(offeredLanguage(['th-TH', 'en'], 'EN')).toBe('TH');
  expect(offeredLanguage(['en-GB', 'th'], 'EN')).toBe(null);
  expect(offeredLanguage(['th'], 'TH')).toBe(null);
});

test('skips languages that the site does not have', () => {
  expect(offeredLanguage(['ja-JP', 'en-US', 'th'], 'TH')).toBe('EN');
  expect(offeredLanguage(['ja-JP', 'tha'], 'TH')).toBe(null);
  expect(offeredLanguage([], 'TH')).toBe(null);
});
