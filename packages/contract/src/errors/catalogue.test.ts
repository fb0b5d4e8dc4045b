import { expect, test } from 'vitest';
import { ENDPOINTS } from '../contract.ts';
import { COMMON_ERRORS, type Endpoint, MEMBER_ERRORS, STAFF_ERRORS } from '../endpoint.ts';
import { ERROR_CODES, ERROR_STATUS, type ErrorCode, isErrorCode } from './codes.ts';
import { ERROR_EN } from './en.ts';
import { ERROR_TH } from './th.ts';

/** Section 8 of the specification, verbatim: every message that has a code in this contract. */
const CATALOGUE: ReadonlyArray<readonly [section: string, message: string, codes: ErrorCode[]]> = [
  ['Generic', 'This page could not be found', ['not_found']],
  ['Generic', 'Member not found', ['member_not_found']],
  ['Account', 'Your account has been banned.', ['member_banned']],
  ['Account', 'Your account has been suspended.', ['member_suspended']],
  [
    'Account',
    'Your account has been suspended or temporarily closed, please contact admin.',
    ['member_closed'],
  ],
  ['Account', 'Unable to fetch member data.', ['member_unavailable']],
  [
    'Sign-in',
    'Incorrect username or password. Please try again.',
    ['member_phone_not_found', 'password_invalid'],
  ],
  ['Account', 'User not found. Please check the phone number again.', ['phone_not_found']],
  ['Account', 'Please enter correct email address.', ['email_invalid']],
  ['Account', 'Phone already exists, please log in.', ['phone_exists_log_in']],
  ['Account', 'Phone already exists, please use another phone number.', ['phone_exists']],
  ['Sign-in', 'Username or password is incorrect.', ['credentials_invalid']],
  ['Sign-in', 'Password is incorrect.', ['password_incorrect']],
  ['Sign-in', 'Token has been used. Please log in again.', ['token_used']],
  ['Form', 'Passwords do not match.', ['password_mismatch']],
  ['Form', 'Please agree to the terms and conditions and privacy policy.', ['terms_not_agreed']],
  ['Password', 'New password does not match confirm password.', ['new_password_mismatch']],
  ['Password', 'Invalid old password.', ['old_password_invalid']],
  ['Account linking', 'Account Linking Failed.', ['link_failed', 'link_invalid']],
  [
    'Account linking',
    'Phone already linked with another chat-messaging account.',
    ['phone_linked_line'],
  ],
  [
    'Account linking',
    'Phone already linked with another platform-vendor ID.',
    ['phone_linked_apple'],
  ],
  ['Account linking', 'Phone already linked with another account.', ['phone_linked']],
  [
    'Account linking',
    'The platform-vendor ID wanted is already linked with another account.',
    ['apple_linked'],
  ],
  [
    'Account linking',
    'The chat-messaging account wanted is already linked with another account.',
    ['line_linked'],
  ],
  ['OTP', 'User not found.', ['otp_user_not_found']],
  ['OTP', 'Invalid OTP.', ['otp_invalid']],
  ['OTP', 'OTP expired.', ['otp_expired']],
  ['OTP', 'Unknown error.', ['otp_unknown']],
  ['OTP', 'Connection error.', ['otp_connection']],
  ['General', 'An error occurred.', ['error_occurred']],
  ['General', 'System error. Please try again.', ['unavailable']],
  ['Live and chat', 'Live not started.', ['live_not_started']],
  ['Live and chat', 'Live ended.', ['live_ended']],
  ['Live and chat', 'Live not started or already ended.', ['live_unavailable']],
  ['Live and chat', 'Exited live due to viewing from another device.', ['watch_ejected']],
  ['Live and chat', 'Please wait a moment before sending another message.', ['chat_slow_mode']],
  ['Live and chat', 'Unable to send comment.', ['chat_failed']],
  ['Gift', 'No live match currently.', ['live_not_found', 'live_none']],
  ['Gift', 'Function disabled.', ['gift_disabled']],
  ['Gift', 'Select a corner first.', ['gift_corner_required']],
  ['Gift', 'Select a gift.', ['gift_required']],
  ['Gift', 'Insufficient balance for the gift.', ['gift_balance_insufficient']],
  ['Gift', 'Selected match has ended.', ['match_ended']],
  ['Gift', 'Match or fighter not found.', ['match_not_found']],
  ['Gift', 'Error during sending gift.', ['gift_failed']],
  ['Purchase', 'Purchase unsuccessful.', ['purchase_unsuccessful']],
  ['Purchase', 'An error occurred during the purchase, please try again.', ['purchase_failed']],
  ['Purchase', 'Coin purchase record error.', ['purchase_record_failed']],
  ['Purchase', 'QR Code error.', ['qr_failed']],
  ['Purchase', 'Unable to save QR Code.', ['qr_unsaved']],
  ['Live and chat', 'Insufficient coins remaining.', ['balance_insufficient']],
  ['Redeem code', 'Expired.', ['redeem_expired']],
  ['Redeem code', 'Unable to use.', ['redeem_unusable']],
  ['Redeem code', 'Unable to use for live.', ['redeem_unusable_for_live']],
  ['Redeem code', 'Unable to use for coin.', ['redeem_unusable_for_coin']],
  ['Redeem code', 'Not found.', ['redeem_not_found']],
  ['Redeem code', 'Usage limit reached.', ['redeem_limit_reached']],
  ['Redeem code', 'Already used.', ['redeem_already_used']],
];

test.each(CATALOGUE)('%s: "%s" is verbatim', (_, message, codes) => {
  expect(codes.map((code) => ERROR_EN[code])).toEqual(codes.map(() => message));
});

test('the Thai fallback means "an error occurred"', () => {
  expect(ERROR_TH.error_occurred).toBe('เกิดข้อผิดพลาด');
});

test('the two messages that sign a member out contain the phrases that the client detects', () => {
  expect(ERROR_EN.member_banned).toContain('account has been banned');
  expect(ERROR_EN.member_suspended).toContain('account has been suspended');
  expect(ERROR_EN.member_closed).toContain('account has been suspended');
});

test.each(ERROR_CODES)('%s has an error status and a message in both languages', (code) => {
  expect(ERROR_STATUS[code]).toBeGreaterThanOrEqual(400);
  expect(ERROR_STATUS[code]).toBeLessThan(600);
  expect(ERROR_EN[code]).toMatch(/^[A-Z][\x20-\x7e]+$/);
  expect(ERROR_TH[code]).toMatch(/[ก-๙]/);
});

test('recognises only the codes of the catalogue', () => {
  for (const value of ['toString', '__proto__', '', null, 7, {}]) {
    expect(isErrorCode(value)).toBe(false);
  }
});

test('every endpoint lists known error codes, each once', () => {
  for (const [operation, endpoint] of Object.entries(ENDPOINTS) as [string, Endpoint][]) {
    const all = [...endpoint.errors];
    expect(all.every(isErrorCode), operation).toBe(true);
    expect(new Set(all).size, operation).toBe(all.length);
    const common: readonly ErrorCode[] = COMMON_ERRORS;
    expect(
      all.filter((code) => common.includes(code)),
      operation,
    ).toEqual([]);
    const implied: Record<Endpoint['identity'], readonly ErrorCode[]> = {
      visitor: [],
      member: MEMBER_ERRORS,
      staff: STAFF_ERRORS,
    };
    expect(
      all.filter((code) => implied[endpoint.identity].includes(code)),
      operation,
    ).toEqual([]);
  }
});

test('every endpoint declares exactly the parameters of its path', () => {
  for (const [operation, endpoint] of Object.entries(ENDPOINTS) as [string, Endpoint][]) {
    const inPath = [...operation.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect(Object.keys(endpoint.params?.shape ?? {}), operation).toEqual(inPath);
  }
});
