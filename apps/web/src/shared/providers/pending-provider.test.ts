import { expect, test } from 'vitest';
import { cookieOf, type PendingProvider, readPending } from './pending-provider.ts';

const pending: PendingProvider = {
  provider: 'line',
  intent: 'sign_in',
  from: '/live/1?a=b;c=ด',
  state: 's',
  verifier: 'v',
  nonce: 'n',
  redirect_uri: 'https://site.example/sign-in',
};

test('the pending sign-in is read back from its cookie', () => {
  const [cookie] = cookieOf(pending, false).split('; ');
  expect(readPending(`language=TH; ${cookie}; other=1`, false)).toEqual(pending);
});

test('a forged cookie cannot redirect to another site', () => {
  const [cookie = ''] = cookieOf({ ...pending, from: '/\t/evil.example' }, false).split('; ');
  expect(readPending(cookie, false)?.from).toBe('/');
});

test('over HTTPS a cookie of a neighbouring host is ignored', () => {
  const cookie = cookieOf(pending, true);
  expect(cookie).toMatch(/^__Host-provider=.*; Path=\/; Secure; Max-Age=1800; SameSite=Lax$/);
  const [kept = ''] = cookie.split('; ');
  const foreign = cookieOf({ ...pending, state: 'foreign' }, false).split('; ')[0];
  expect(readPending(`${foreign}; ${kept}`, true)).toEqual(pending);
  expect(readPending(`${foreign}`, true)).toBeNull();
});

test('over plain HTTP the cookie is limited to the return page and to half an hour', () => {
  expect(cookieOf(pending, false)).toMatch(
    /^provider=.*; Path=\/sign-in; Max-Age=1800; SameSite=Lax$/,
  );
  expect(cookieOf(null, false)).toBe('provider=; Path=/sign-in; Max-Age=0; SameSite=Lax');
});

test.each([
  '',
  'language=TH',
  'provider=',
  'provider=%',
  'provider=null',
  'provider=%7B%7D',
  'provider=%7B%22state%22%3A1%7D',
])('the cookies "%s" contain no pending sign-in', (cookies) => {
  expect(readPending(cookies, false)).toBeNull();
  expect(readPending(cookies.replace('provider', '__Host-provider'), true)).toBeNull();
});
