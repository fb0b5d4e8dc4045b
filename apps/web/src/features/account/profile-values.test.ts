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

test('the form begins with what is known, and nothing changed is nothing to send', () => {
  expect(values).toEqual({
    first_name: 'Witthaya',
    last_name: 'Jaidee',
    email: '',
    birth: { day: '29', month: '2', year: '2000' },
    gender: 'male',
  });
  expect(changeOf(values, member)).toEqual({});
});

test('only what differs is sent, a birth date always whole', () => {
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

test('an email that is emptied is sent as none', () => {
  expect(changeOf(values, { ...member, member_email: 'fan@example.org' })).toEqual({ email: '' });
});

test('a birth date may stay unknown, and is never taken back', () => {
  const none = { day: '', month: '', year: '' };
  expect(valuesOf({ ...member, member_birth_date: null }).birth).toEqual(none);
  expect(ownBirthDateRule(none, null, '2026-11-21')).toBe(true);
  expect(ownBirthDateRule({ ...none, day: '1' }, null, '2026-11-21')).toBe('birth_date_missing');
  expect(ownBirthDateRule(none, '2000-02-29', '2026-11-21')).toBe('birth_date_missing');
});
