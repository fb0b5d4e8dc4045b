import { expect, test } from 'vitest';
import { isPublicAddress } from './public-address.ts';

test.each(['142.250.4.95', '17.57.1.1', '2607:f8b0::5f', '::ffff:17.57.1.1'])(
  '%s is public',
  (address) => {
    expect(isPublicAddress(address)).toBe(true);
  },
);

test.each([
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '169.254.169.254',
  '172.31.255.255',
  '192.168.1.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  'fd00::1',
  'fe80::1',
])('%s is not public', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});
