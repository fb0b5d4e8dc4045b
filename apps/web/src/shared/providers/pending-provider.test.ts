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
  expect(readPending(`language=TH; ${cookie}; other=1`, false)).toEqual(pending);
});

test('a cookie that somebody else wrote sends nobody to another site', () => {
  const [cookie = ''] = cookieOf({ ...pending, from: '/\t/evil.example' }, false).split('; ');
  expect(readPending(cookie, false)?.from).toBe('/');
});

test('over https it is this host’s own, whatever a neighbouring host writes', () => {
  const cookie = cookieOf(pending, true);
  expect(cookie).toMatch(/^__Host-provider=.*; Path=\/; Secure; Max-Age=1800; SameSite=Lax$/);
  const [kept = ''] = cookie.split('; ');
  const foreign = cookieOf({ ...pending, state: 'foreign' }, false).split('; ')[0];
  expect(readPending(`${foreign}; ${kept}`, true)).toEqual(pending);
  expect(readPending(`${foreign}`, true)).toBeNull();
});

test('over plain http only the page of the return gets it, for half an hour', () => {
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
])('of "%s" nothing is read', (cookies) => {
  expect(readPending(cookies, false)).toBeNull();
  expect(readPending(cookies.replace('provider', '__Host-provider'), true)).toBeNull();
});
