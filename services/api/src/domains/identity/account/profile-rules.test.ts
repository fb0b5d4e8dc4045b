import { expect, test } from 'vitest';
import { validateProfile } from './profile-rules.ts';

const TODAY = '2026-11-21';
const judge = (asked: Parameters<typeof validateProfile>[0]) => validateProfile(asked, TODAY);
const bornOn = (day: number, month: number, year: number) =>
  judge({ birth_day: day, birth_month: month, birth_year: year });

test.each([
  ['น้ำผึ้ง', 'น้ำผึ้ง'],
  ['  ณัฐฐ์ธีรา ', 'ณัฐฐ์ธีรา'],
  ['Zoe\u0308', 'Zoë'],
  ['O’Brien', 'O’Brien'],
])('the name %s is stored as %s', (asked, kept) => {
  expect(judge({ first_name: asked })).toMatchObject({ ok: true, change: { firstName: kept } });
  expect(judge({ last_name: asked })).toMatchObject({ ok: true, change: { lastName: kept } });
});

test.each(['', ' ', '\u200b', 'สมชาย2', 'สมชาย๒', 'ก้อง💥', '👩‍👩‍👧', 'a;b', 'x'.repeat(61)])(
  '"%s" is not a valid name',
  (name) => {
    expect(judge({ first_name: name })).toEqual({ ok: false, code: 'name_invalid' });
    expect(judge({ first_name: 'ก', last_name: name })).toEqual({
      ok: false,
      code: 'name_invalid',
    });
  },
);

test('validates an email, and removes it if the field is empty', () => {
  expect(judge({ email: ' a@b.co ' })).toMatchObject({ change: { email: 'a@b.co' } });
  expect(judge({ email: ' ' })).toMatchObject({ change: { email: null } });
  expect(judge({})).toMatchObject({ change: { email: undefined } });
  expect(judge({ email: 'a@b' })).toEqual({ ok: false, code: 'email_invalid' });
});

test('refuses a birth date that does not exist, is incomplete or is too recent', () => {
  expect(bornOn(29, 2, 2008)).toMatchObject({ change: { birthDate: '2008-02-29' } });
  expect(bornOn(29, 2, 2007)).toEqual({ ok: false, code: 'birth_date_invalid' });
  expect(bornOn(21, 11, 2013)).toMatchObject({ change: { birthDate: '2013-11-21' } });
  expect(bornOn(22, 11, 2013)).toEqual({ ok: false, code: 'age_too_young' });
  expect(bornOn(1, 1, 2543)).toEqual({ ok: false, code: 'birth_date_invalid' });
  expect(judge({ birth_day: 1, birth_month: 1 })).toEqual({
    ok: false,
    code: 'birth_date_invalid',
  });
});

test('keeps the fields that are missing', () => {
  expect(judge({ gender: 'female', language: 'EN' })).toEqual({
    ok: true,
    change: { gender: 'female', language: 'EN' },
  });
});
