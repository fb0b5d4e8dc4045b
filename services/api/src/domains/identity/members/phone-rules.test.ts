import { expect, test } from 'vitest';
import { parsePhone } from './phone-rules.ts';

test.each([
  '0812345678',
  '081-234-5678',
  ' 081 234 5678 ',
  '+66812345678',
  '+660812345678',
  '66812345678',
  '0066812345678',
  '๐๘๑๒๓๔๕๖๗๘',
  '０８１２３４５６７８',
])('%s is parsed to the same phone', (text) => {
  expect(parsePhone(text)).toBe('+66812345678');
});

test('parses a mobile number of another country', () => {
  expect(parsePhone('+14155552671')).toBe('+14155552671');
});

test.each([
  '',
  'x',
  '081234567',
  '08123456789',
  '021234567',
  '0812345678;ext=5',
  'tel 0812345678 now',
  "0812345678' or 1=1",
  '0'.repeat(20),
])('"%s" is not a mobile number', (text) => {
  expect(parsePhone(text)).toBeNull();
});
