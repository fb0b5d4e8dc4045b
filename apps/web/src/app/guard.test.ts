import { expect, test } from 'vitest';
import { guardedBy, requiresToken } from './guard.ts';

test('the routes of members need a token', () => {
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

test('a path that the router takes for one of them needs a token, however it is written', () => {
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

test('public pages need none, and neither do paths that only begin alike', () => {
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

test('without a token the guard leads to sign-in and remembers where the member wanted to go', () => {
  const location = { pathname: '/live/abc', search: '?from=line&x=1' };
  expect(guardedBy(location, null)).toBe('/sign-in?from=%2Flive%2Fabc%3Ffrom%3Dline%26x%3D1');
  expect(guardedBy(location, '')).not.toBeNull();
});

test('with a token, or on a public page, the guard lets go on', () => {
  expect(guardedBy({ pathname: '/wallet', search: '' }, 'token')).toBeNull();
  expect(guardedBy({ pathname: '/', search: '' }, null)).toBeNull();
});
