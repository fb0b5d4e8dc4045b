import { expect, test } from 'vitest';
import { resetPath, returnPath, signInPath, signInPathFrom, signUpPath } from './navigation.ts';

test('after sign-in a member returns to the requested page', () => {
  const path = '/live/abc?lang=en';
  const from = new URL(signInPath(path), 'http://site').searchParams.get('from');
  expect(returnPath(from)).toBe(path);
});

test('no link can redirect a member to another site after sign-in', () => {
  for (const from of [
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/\n\\evil.example',
    '/live\r/evil.example',
    ' /evil.example',
    'javascript:alert(1)',
    '',
    null,
  ]) {
    expect(returnPath(from), String(from)).toBe('/');
  }
});

test('sign-in never returns to a sign-in page', () => {
  for (const from of ['/sign-in?status=ban', '/sign-up', '/password/re-by-OTP']) {
    expect(returnPath(from), from).toBe('/');
  }
  expect(returnPath('/sign-upon')).toBe('/sign-upon');
});

test('the links between sign-in and sign-up keep the requested page', () => {
  expect(signUpPath('/live/abc')).toBe('/sign-up?from=%2Flive%2Fabc');
  expect(resetPath('/')).toBe('/password/re-by-PHONE');
  expect(resetPath('/live/abc')).toBe('/password/re-by-PHONE?from=%2Flive%2Fabc');
  expect(signInPathFrom('/sign-up', '?from=%2Flive%2Fabc')).toBe('/sign-in?from=%2Flive%2Fabc');
  expect(signInPathFrom('/password/re-by-PIN', '')).toBe('/sign-in');
  expect(signInPathFrom('/sign-in', '?status=ban')).toBe('/sign-in?status=ban');
  expect(signInPathFrom('/live', '?x=1')).toBe('/sign-in?from=%2Flive%3Fx%3D1');
});
