import { expect, test } from 'vitest';
import { normalizeText } from './normalize-text.ts';

test.each(['น้ำ', 'e\u0301', 'ปั๊ด', 'שָׁלוֹם', 'ﾊﾟ', 'a\u0316\u0301', '가\u11A8'])(
  'gives %s as the form has it',
  (text) => {
    for (const form of ['NFC', 'NFD', 'NFKC', 'NFKD'] as const) {
      expect(normalizeText(text, form)).toBe(text.normalize(form));
    }
  },
);

test('limits a run of marks to the longest that any writing system needs', () => {
  expect(normalizeText(`ก${'\u0E48'.repeat(31)}`, 'NFC')).toBe(`ก${'\u0E48'.repeat(30)}`);
  expect(normalizeText('a\u0301\u0316'.repeat(40), 'NFD')).toBe('a\u0316\u0301'.repeat(40));
});

test('expands one letter to at most seven', () => {
  for (let code = 0; code <= 0x10ffff; code += 1) {
    if (code >= 0xd800 && code <= 0xdfff) continue;
    const sign = String.fromCodePoint(code);
    const { length } = [...normalizeText(sign, 'NFKD')];
    if (length > 7) expect([sign, length]).toEqual([sign, 7]);
  }
});
