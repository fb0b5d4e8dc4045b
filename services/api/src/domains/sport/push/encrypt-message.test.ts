import { describe, expect, test } from 'vitest';
import { encryptMessage, readBrowserKeys } from './encrypt-message.ts';
import { decryptMessage, makeBrowser } from './testing/decrypt-message.ts';

test('encrypts a message for one browser only, and differently each time', () => {
  const [browser, other] = [makeBrowser(), makeBrowser()];
  const text = 'คู่เอกกำลังจะเริ่มแล้ว 🥊';
  const encrypted = encryptMessage(text, browser.keys);
  expect(decryptMessage(encrypted, browser)).toBe(text);
  expect(() => decryptMessage(encrypted, other)).toThrow();
  expect(encryptMessage(text, browser.keys).equals(encrypted)).toBe(false);
});

test('refuses a message that is too long for push services', () => {
  const { keys } = makeBrowser();
  expect(encryptMessage('x'.repeat(3_993), keys)).toHaveLength(4_096);
  expect(() => encryptMessage('x'.repeat(3_994), keys)).toThrow(RangeError);
});

describe('the keys of a browser', () => {
  const { keys } = makeBrowser();
  const good = { p256dh: keys.p256dh.toString('base64url'), auth: keys.auth.toString('base64url') };
  const changed = Buffer.from(keys.p256dh);
  changed[64] = (changed[64] ?? 0) ^ 1;

  test('are parsed', () => {
    expect(readBrowserKeys(good)).toEqual(keys);
  });

  test.each([
    ['no point of the curve', { p256dh: changed.toString('base64url') }],
    ['a short point', { p256dh: keys.p256dh.subarray(0, 33).toString('base64url') }],
    ['no point', { p256dh: '' }],
    ['a short secret', { auth: 'AAAA' }],
    ['no secret', { auth: '' }],
  ])('that are %s are refused', (_, wrong) => {
    expect(readBrowserKeys({ ...good, ...wrong })).toBeNull();
  });
});
