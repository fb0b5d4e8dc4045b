import { expect, test } from 'vitest';
import { deviceOf } from './caller-cookies.ts';

const sent = (isSecure: boolean, cookie?: string) => {
  const cookies: string[] = [];
  const device = deviceOf(cookie, isSecure, (text) => cookies.push(text));
  return { device, remember: () => device.remember(), cookies };
};

test('over https, the device cookie has the __Host- prefix, and no other name is read', () => {
  const first = sent(true);
  const hash = first.remember();
  const [cookie = ''] = first.cookies;
  expect(cookie).toMatch(
    /^__Host-sangwian_device=[\w-]{43}; Path=\/; Secure; Max-Age=\d+; HttpOnly; SameSite=Strict$/,
  );
  const [kept = ''] = cookie.split('; ');
  expect(sent(true, `language=TH; ${kept}`).device.hash).toEqual(hash);
  expect(sent(true, kept.replace('__Host-', '')).device.hash).toBeNull();
});

test('over plain http, the device cookie is sent to the API only', () => {
  const first = sent(false);
  const hash = first.remember();
  const [cookie = ''] = first.cookies;
  expect(cookie).toMatch(
    /^sangwian_device=[\w-]{43}; Path=\/api\/v1; Max-Age=\d+; HttpOnly; SameSite=Strict$/,
  );
  expect(sent(false, cookie.split('; ')[0]).device.hash).toEqual(hash);
});
