import { expect, test } from 'vitest';
import { guardRedirect, requiresToken } from './guard.ts';

test('members-only routes need a token', () => {
  for (const path of [
    '/live',
    '/live/0199a0b0-0000-7000-8000-000000000001',
    '/profile',
    '/profile/edit',
    '/profile/change-password',
    '/wallet',
    '/wallet/mobile-payment/qr',
    '/sync-member',
    '/predict/predict_history',
    '/predict/predict_rank',
  ]) {
    expect(requiresToken(path), path).toBe(true);
    expect(requiresToken(`${path}/`), `${path}/`).toBe(true);
  }
});

test('other spellings of these paths that the router accepts need a token too', () => {
  for (const path of [
    '/WALLET',
    '/%77allet',
    '/Profile//',
    '/predict/Predict_Rank',
    '/live/a%2Fb',
  ]) {
    expect(requiresToken(path), path).toBe(true);
  }
  expect(requiresToken('/%E0%A4%A')).toBe(false);
});

test('public pages and paths with the same prefix need no token', () => {
  for (const path of [
    '/',
    '/sign-in',
    '/predict',
    '/program',
    '/liveExternal',
    '/walletx',
    '/live/a/b',
  ]) {
    expect(requiresToken(path), path).toBe(false);
  }
});

test('without a token the guard redirects to the sign-in page with the requested path', () => {
  const location = { pathname: '/live/abc', search: '?from=line&x=1' };
  expect(guardRedirect(location, null)).toBe('/sign-in?from=%2Flive%2Fabc%3Ffrom%3Dline%26x%3D1');
  expect(guardRedirect(location, '')).not.toBeNull();
});

test('the guard does not redirect with a token or on a public page', () => {
  expect(guardRedirect({ pathname: '/wallet', search: '' }, 'token')).toBeNull();
  expect(guardRedirect({ pathname: '/', search: '' }, null)).toBeNull();
});
