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

test('what was begun is read back from the cookie, beside others', () => {
  const [cookie] = cookieOf(pending, false).split('; ');
  expect(readPending(`language=TH; ${cookie}; other=1`)).toEqual(pending);
});

test('a cookie that somebody else wrote sends nobody to another site', () => {
  const [cookie = ''] = cookieOf({ ...pending, from: '/\t/evil.example' }, false).split('; ');
  expect(readPending(cookie)?.from).toBe('/');
});

test('only the page of the return gets it, for half an hour, and over https alone where there is https', () => {
  expect(cookieOf(pending, true)).toMatch(/; Path=\/sign-in; Max-Age=1800; SameSite=Lax; Secure$/);
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
])('of "%s" nothing is read', (cookies) => {
  expect(readPending(cookies)).toBeNull();
});
