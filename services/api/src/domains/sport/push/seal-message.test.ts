import { describe, expect, test } from 'vitest';
import { readBrowserKeys, sealMessage } from './seal-message.ts';
import { makeBrowser, openMessage } from './testing/open-message.ts';

test('only the browser that it is for opens a message, and two of the same text are not alike', () => {
  const [browser, other] = [makeBrowser(), makeBrowser()];
  const text = 'คู่เอกกำลังจะเริ่มแล้ว 🥊';
  const sealed = sealMessage(text, browser.keys);
  expect(openMessage(sealed, browser)).toBe(text);
  expect(() => openMessage(sealed, other)).toThrow();
  expect(sealMessage(text, browser.keys).equals(sealed)).toBe(false);
});

test('a message that no push service would take is refused', () => {
  const { keys } = makeBrowser();
  expect(sealMessage('x'.repeat(3_993), keys)).toHaveLength(4_096);
  expect(() => sealMessage('x'.repeat(3_994), keys)).toThrow(RangeError);
});

describe('keys of a browser', () => {
  const { keys } = makeBrowser();
  const good = { p256dh: keys.p256dh.toString('base64url'), auth: keys.auth.toString('base64url') };
  const changed = Buffer.from(keys.p256dh);
  changed[64] = (changed[64] ?? 0) ^ 1;

  test('are read', () => {
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
