import { expect, test } from 'vitest';
import { ApiError, ConnectionError } from './api-error.ts';
import { loadErrorText } from './error-message.ts';

const refused = (status: string, message: string) => new ApiError({ status, message }, 400);

test('a known code has its sentence in the shown language', async () => {
  const error = refused('chat_slow_mode', 'Please wait a moment before sending another message.');
  expect(await loadErrorText(error, 'EN')).toBe(
    'Please wait a moment before sending another message.',
  );
  expect(await loadErrorText(error, 'TH')).toBe('กรุณารอสักครู่ก่อนส่งข้อความถัดไป');
});

test('an unknown code falls back to the message, or in Thai to the Thai fallback', async () => {
  const error = refused('brand_new_code', 'Something new.');
  expect(await loadErrorText(error, 'EN')).toBe('Something new.');
  expect(await loadErrorText(error, 'TH')).toBe('เกิดข้อผิดพลาด');
});

test('a code that is the name of an inherited property is unknown', async () => {
  expect(await loadErrorText(refused('constructor', 'Odd.'), 'EN')).toBe('Odd.');
});

test('without a response it is a system error', async () => {
  expect(await loadErrorText(new ConnectionError(true, null), 'EN')).toBe(
    'System error. Please try again.',
  );
});
