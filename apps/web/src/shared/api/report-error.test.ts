import { expect, test } from 'vitest';
import { consequenceOf } from './report-error.ts';

const refusal = (status: string, httpStatus: number, message: string) => ({
  status,
  httpStatus,
  message,
});

test('a banned or suspended account is signed out, whatever the code', () => {
  expect(consequenceOf(refusal('member_banned', 403, 'Your account has been banned.'), true)).toBe(
    'ban',
  );
  expect(
    consequenceOf(refusal('member_suspended', 403, 'Your account has been suspended.'), false),
  ).toBe('ban');
});

test('"Member not found" blanks the stored member id', () => {
  expect(consequenceOf(refusal('member_not_found', 404, 'Member not found'), true)).toBe(
    'blank_member_id',
  );
});

test('a dead token ends the session; a refused sign-in or a wrong app key does not', () => {
  expect(consequenceOf(refusal('token_invalid', 401, 'Your session has ended.'), true)).toBe(
    'expire',
  );
  expect(consequenceOf(refusal('token_invalid', 401, 'Your session has ended.'), false)).toBe(
    'none',
  );
  expect(consequenceOf(refusal('password_invalid', 401, 'Incorrect username'), true)).toBe('none');
  expect(consequenceOf(refusal('app_key_invalid', 401, 'The app key is missing'), true)).toBe(
    'none',
  );
});
