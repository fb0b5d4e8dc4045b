import { expect, test } from 'vitest';
import { isEmail, normalizeEmail } from './email.ts';

test.each([
  'a@b.co',
  'A.B@Example.COM',
  'somchai.jaidee+ring@mail.example',
  'somchai_j@mail.example',
  '_somchai@mail.example',
  'som-chai@mail.example',
  '9muay@mail.example',
  'somchai-@mail.example',
  "shane.o'neil@mail.example",
  'สมชาย@ตัวอย่าง.ไทย',
  'somchai@xn--72c1a1bt4awk9o.xn--o3cw4h',
  'josé@correo.example',
  '用户@例子.测试',
  'a@1.2.b3-4.co',
  `${'x'.repeat(64)}@b.co`,
])('%s is an address', (text) => {
  expect(isEmail(normalizeEmail(` ${text} `))).toBe(true);
});

test.each([
  '',
  'a',
  '@b.co',
  'a@b',
  'a@b.',
  'a@.b',
  'a@b..c',
  'a b@c.co',
  'a@b@c.co',
  'a\u0007@b.co',
  'a\u200b@b.co',
  'a\u202e@b.co',
  'a..b@c.co',
  '.a@b.co',
  'a.@b.co',
  'a@-b.co',
  'a@b-.co',
  'a@b.c',
  'a@b.12',
  `${'x'.repeat(65)}@b.co`,
  `a@${'x'.repeat(64)}.co`,
  `a@${'x'.repeat(60)}.${'y'.repeat(60)}.${'z'.repeat(60)}.${'w'.repeat(60)}.co${'o'.repeat(20)}`,
])('"%s" is none', (text) => {
  expect(isEmail(text)).toBe(false);
});

test.each([
  ...['"><svg>@x.co', '<b>@x.co', 'a<b@x.co', 'a>b@x.co', 'a&b@x.co', 'a"b@x.co', '"a b"@x.co'],
  ...["'a@x.co", "a'@x.co", 'a`b@x.co', 'a;b@x.co', 'a,b@x.co', 'a\\b@x.co', 'a(b)@x.co'],
  ...['a@"x".co', 'a@<x>.co', "a@x'.co", 'a@x.co"', 'a@x.co>', 'a@[127.0.0.1]', 'a@x.co/../'],
])('refuses %s, which a page could interpret', (text) => {
  expect(isEmail(normalizeEmail(text))).toBe(false);
});

test.each([
  ...[
    '=1@x.co',
    '+1@x.co',
    '-1@x.co',
    '@a@x.co',
    '=cmd|x@x.co',
    '＝1@x.co',
    '\t=1@x.co',
    '|a@x.co',
  ],
  ...['a\r\n=1@x.co', 'a\tb@x.co', 'a\nb@x.co', 'a\u2028b@x.co', 'a\u0000@x.co', '%0d=1@x.co'],
])('refuses %j, which a spreadsheet could interpret', (text) => {
  expect(isEmail(normalizeEmail(text))).toBe(false);
});
