import { expect, test } from 'vitest';
import type { MemberProfile } from '../../shared/session/session.ts';
import { changeOf, ownBirthDateRule, valuesOf } from './profile-values.ts';

const member = {
  member_fname: 'Witthaya',
  member_lname: 'Jaidee',
  member_email: null,
  member_birth_date: '2000-02-29',
  member_gender: 'male',
} as MemberProfile;
const values = valuesOf(member);

test('the form starts with the known values, and nothing is sent without a change', () => {
  expect(values).toEqual({
    first_name: 'Witthaya',
    last_name: 'Jaidee',
    email: '',
    birth: { day: '29', month: '2', year: '2000' },
    gender: 'male',
  });
  expect(changeOf(values, member)).toEqual({});
});

test('sends only changed fields, and always sends a birth date completely', () => {
  expect(changeOf({ ...values, last_name: 'ใจดี', email: ' fan@example.org ' }, member)).toEqual({
    last_name: 'ใจดี',
    email: 'fan@example.org',
  });
  expect(changeOf({ ...values, birth: { ...values.birth, day: '28' } }, member)).toEqual({
    birth_day: 28,
    birth_month: 2,
    birth_year: 2000,
  });
});

test('removes the email if its field was cleared', () => {
  expect(changeOf(values, { ...member, member_email: 'fan@example.org' })).toEqual({ email: '' });
});

test('leaves an unknown birth date out, and never removes a known one', () => {
  const none = { day: '', month: '', year: '' };
  expect(valuesOf({ ...member, member_birth_date: null }).birth).toEqual(none);
  expect(ownBirthDateRule(none, null, '2026-11-21')).toBe(true);
  expect(ownBirthDateRule({ ...none, day: '1' }, null, '2026-11-21')).toBe('birth_date_missing');
  expect(ownBirthDateRule(none, '2000-02-29', '2026-11-21')).toBe('birth_date_missing');
});
