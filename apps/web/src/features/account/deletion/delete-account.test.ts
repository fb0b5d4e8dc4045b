import { expect, test } from 'vitest';
import { missingOf, proofKinds } from './delete-account.ts';

const member = { has_password: true, has_pin: true, member_phone: '+66812345678' };

test('offers the proofs that a member has, the password first', () => {
  expect(proofKinds(member)).toEqual(['password', 'otp', 'pin']);
  expect(proofKinds({ ...member, has_password: false })).toEqual(['otp', 'pin']);
});

test('requires a new sign-in without password, phone and PIN', () => {
  expect(
    proofKinds({ ...member, has_password: false, has_pin: false, member_phone: null }),
  ).toEqual(['sign_in']);
});

test('requests the missing part of a proof before sending it', () => {
  const nothing = { password: '', pin: '', sentOtp: null, otpToken: null };
  expect(missingOf({ ...nothing, kind: 'password' })).toBe('password_missing');
  expect(missingOf({ ...nothing, kind: 'pin', pin: '123' })).toBe('pin_incomplete');
  expect(missingOf({ ...nothing, kind: 'otp' })).toBe('otp_incomplete');
  expect(missingOf({ ...nothing, kind: 'otp', otpToken: 'token' })).toBeNull();
  expect(missingOf({ ...nothing, kind: 'sign_in' })).toBeNull();
});
