import { expect, test } from 'vitest';
import { stepOf, stepWithout } from './sign-up-draft.ts';

const otp = {
  phone: '0812345678',
  purpose: 'register',
  otpRef: 'ABCD',
  resendAtMs: 60_000,
} as const;
const proof = { phone: '0812345678', otp_token: 'token', ends_ms: 600_000 };
const mine = (phone: string) => phone === '0812345678';
const another = (phone: string) => phone === '0899999999';

test('shows no step before its requirements are met', () => {
  expect(stepOf('details', { otp: null, proof: null })).toBe('phone');
  expect(stepOf('details', { otp, proof: null })).toBe('otp');
  expect(stepOf('details', { otp: null, proof })).toBe('details');
  expect(stepOf('otp', { otp: null, proof })).toBe('phone');
  expect(stepOf('otp', { otp, proof: null })).toBe('otp');
});

test('starts with the phone number when no step is requested', () => {
  expect(stepOf(undefined, { otp, proof })).toBe('phone');
  expect(stepOf({ step: 'details' }, { otp, proof })).toBe('phone');
});

test('skips the message while the first OTP is valid', () => {
  expect(stepWithout({ otp, proof: null }, mine, 59_999)).toBe('otp');
  expect(stepWithout({ otp, proof: null }, mine, 60_000)).toBe('phone');
  expect(stepWithout({ otp, proof: null }, another, 0)).toBe('phone');
});

test('skips the proof for a number that is already confirmed', () => {
  expect(stepWithout({ otp: null, proof }, mine, 599_999)).toBe('details');
  expect(stepWithout({ otp: null, proof }, mine, 600_000)).toBe('phone');
  expect(stepWithout({ otp: null, proof }, another, 0)).toBe('phone');
});
