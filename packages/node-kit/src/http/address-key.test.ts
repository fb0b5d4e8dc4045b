import { expect, it } from 'vitest';
import { addressKey } from './address-key.ts';

it.each([
  ['2001:db8:1:2::1', '2001:db8:1:2:ffff:ffff:ffff:ffff'],
  ['2001:db8:1:2::', '2001:db8:1:2:0:0:0:9'],
  ['2001:db8::1', '2001:db8:0:0:1::'],
  ['::1', '::2'],
])('counts %s and %s as one network', (one, other) => {
  expect(addressKey(one)).toBe(addressKey(other));
});

it.each([
  ['2001:db8:1:2::1', '2001:db8:1:3::1'],
  ['2001:db8::1', '2001:db8:0:1::1'],
  ['192.0.2.1', '192.0.2.2'],
])('counts %s and %s apart', (one, other) => {
  expect(addressKey(one)).not.toBe(addressKey(other));
});

it('counts an IPv4 address on an IPv6 listener as itself', () => {
  expect(addressKey('::ffff:192.0.2.1')).toBe('192.0.2.1');
});
