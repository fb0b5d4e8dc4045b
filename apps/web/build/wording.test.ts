import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ERROR_EN } from '@sangwian/contract/errors/en';
import { ERROR_TH } from '@sangwian/contract/errors/th';
import { expect, test } from 'vitest';

const locales = join(import.meta.dirname, '../src/locales');
const PARTS = [
  '',
  ...readdirSync(locales, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name),
];

/** Message and translation of every entry of a catalogue. */
function entries(part: string, locale: 'th' | 'en'): [message: string, translation: string][] {
  const text = readFileSync(join(locales, part, `${locale}.po`), 'utf8');
  const joined = text.replaceAll(/"\n"/g, '');
  return [...joined.matchAll(/^msgid "(.+)"\nmsgstr "(.*)"$/gm)].map(
    ([, message = '', translation = '']) => [message, translation],
  );
}

const thai = [...PARTS.flatMap((part) => entries(part, 'th')), ...Object.entries(ERROR_TH)];
const english = [...PARTS.flatMap((part) => entries(part, 'en')), ...Object.entries(ERROR_EN)];

const texts = join(import.meta.dirname, '../src/features/policies/texts');
const policies = (locale: 'th' | 'en'): string[] =>
  readdirSync(texts)
    .filter((name) => name.endsWith(`.${locale}.md`))
    .map((name) => readFileSync(join(texts, name), 'utf8'));

/** Names and signs that are written alike in both languages. */
const ALIKE =
  /^(PIN|PayPal|Alipay|WeChat Pay|TrueMoney Wallet|AirPlay|Visa, Mastercard, JCB|LINE|Apple|TKO|VS|vs|KO|\W*\{[^}]*\}\W*(\{[^}]*\}\W*)*)$/;

test('every message has a Thai translation', () => {
  const untranslated = thai
    .filter(([message]) => !ALIKE.test(message))
    .filter(([, translation]) => !/[ก-๙]/.test(translation));
  expect(untranslated).toEqual([]);
});

test.each([
  ['', 'This page could not be found', 'ไม่พบหน้านี้'],
  ['', 'Contact Admin', 'ติดต่อแอดมิน'],
  ['', 'Log in to top up coins', 'เข้าสู่ระบบเพื่อเติมเหรียญ'],
  ['', 'Support by chat is available 24 hours.', 'มีเจ้าหน้าที่ตอบแชตตลอด 24 ชั่วโมง'],
  ['wallet', 'Waiting', 'รอชำระเงิน'],
  ['wallet', 'Pending', 'กำลังดำเนินการ'],
  ['wallet', 'Cancelled', 'ยกเลิก'],
  ['wallet', 'Awaiting confirmation', 'รอการยืนยัน'],
  ['wallet', 'The deduction failed', 'ตัดเงินไม่สำเร็จ'],
  ['game', 'Scoring in progress', 'กำลังสรุปคะแนน'],
])(
  'uses the wording of the specification to the letter, in %s catalogue: %s',
  (part, message, translation) => {
    expect(entries(part, 'th')).toContainEqual([message, translation]);
    expect(entries(part, 'en')).toContainEqual([message, message]);
  },
);

test('a Thai text has the placeholders of its message', () => {
  // The forms of a plural are in braces, too.
  const placeholders = (text: string): string[] =>
    [
      ...new Set(
        [...text.matchAll(/(?<!(?:one|other) )\{(\w+)[,}]/g)].map(([, name = '']) => name),
      ),
    ].sort();
  for (const [message, translation] of PARTS.flatMap((part) => entries(part, 'th'))) {
    expect(placeholders(translation), message).toEqual(placeholders(message));
  }
});

test('no text mentions betting', () => {
  const bets = /\b(bet|bets|betting|wagers?|odds|gambl\w*|casino|jackpot|stakes?|payouts?)\b/i;
  const textsOf = (list: readonly [string, string][]) => list.map(([, text]) => text);
  for (const text of [...textsOf(english), ...policies('en')]) expect(text).not.toMatch(bets);
  for (const text of [...textsOf(thai), ...policies('th')])
    expect(text).not.toMatch(/เดิมพัน|พนัน|แทงมวย|แทง(?!คำ)|ต่อรอง|คาสิโน|แจ็กพอต|เซียน/);
});

test('Thai has no double spaces, no Latin full stop at its end, and one spelling of “แชต” and “สตรีม”', () => {
  for (const [message, text] of thai) {
    expect(text, message).not.toMatch(/ {2}|(?<!ซม|กก|น)(?<=[ก-๙])\.$|แชท|สตรีมมิ่ง|ไลฟ์สด/);
  }
});
