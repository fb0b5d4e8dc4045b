import { expect, test } from 'vitest';
import { returnPath, signInPath } from './navigation.ts';

test('after sign-in a member is back where they wanted to go', () => {
  const path = '/live/abc?lang=en';
  const from = new URL(signInPath(path), 'http://site').searchParams.get('from');
  expect(returnPath(from)).toBe(path);
});

test('no link can send a member to another site after sign-in', () => {
  for (const from of [
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    '',
    null,
  ]) {
    expect(returnPath(from), String(from)).toBe('/');
  }
});

test('sign-in never leads back to itself', () => {
  expect(returnPath('/sign-in?status=ban')).toBe('/');
});
