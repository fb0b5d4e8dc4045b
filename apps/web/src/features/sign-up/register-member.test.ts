import { expect, test } from 'vitest';
import { type Details, registrationBody } from './register-member.ts';

const details: Details = {
  first_name: ' น้ำฝน ',
  last_name: 'ใจ  ดี',
  email: ' ',
  birth: { day: '29', month: '2', year: '2000' },
  gender: 'female',
  agree_terms: true,
  password: 'ringside9',
  confirm_password: 'ringside9',
};
const proven = { phone: '0812345678', otp_token: 'otp', registration_token: null };

test('sends trimmed names, dates as numbers, and no empty email', () => {
  expect(registrationBody(details, proven)).toEqual({
    first_name: 'น้ำฝน',
    last_name: 'ใจ ดี',
    birth_day: 29,
    birth_month: 2,
    birth_year: 2000,
    gender: 'female',
    agree_terms: true,
    phone: '0812345678',
    otp_token: 'otp',
    password: 'ringside9',
    confirm_password: 'ringside9',
  });
});

test('sends no password for a first sign-in with a provider', () => {
  const body = registrationBody(
    { ...details, email: 'fan@example.org ', password: '', confirm_password: '' },
    { ...proven, registration_token: 'line' },
  );
  expect(body).toMatchObject({ email: 'fan@example.org', registration_token: 'line' });
  expect(Object.keys(body)).not.toContain('password');
  expect(Object.keys(body)).not.toContain('confirm_password');
});
