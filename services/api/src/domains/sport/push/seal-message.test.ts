import { createECDH } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { readBrowserKeys, sealMessage } from './seal-message.ts';
import { makeBrowser, openMessage } from './testing/open-message.ts';

const bytes = (text: string) => Buffer.from(text, 'base64url');

test('the example of RFC 8291 is sealed as it stands there', () => {
  const keys = createECDH('prime256v1');
  keys.setPrivateKey(bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'));
  const sealed = sealMessage(
    'When I grow up, I want to be a watermelon',
    {
      p256dh: bytes(
        'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      ),
      auth: bytes('BTBZMqHH6r4Tts7J_aSIgg'),
    },
    { salt: bytes('DGv6ra1nlYgDCS1FRnbzlw'), keys },
  );
  expect(sealed.toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  );
});

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
