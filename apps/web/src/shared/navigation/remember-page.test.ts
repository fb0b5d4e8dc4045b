import { afterEach, expect, test, vi } from 'vitest';
import { coverPage, rememberPage } from './remember-page.ts';

afterEach(() => vi.unstubAllGlobals());

const at = (pathname: string, search = '') =>
  vi.stubGlobal('window', { location: { pathname, search } });

test('another path, or another order under the same path, is another page', () => {
  at('/wallet/confirm-order', '?order=a&method=card');
  const isHere = rememberPage();
  at('/wallet/confirm-order', '?order=a');
  expect(isHere()).toBe(true);
  at('/wallet/confirm-order', '?order=b');
  expect(isHere()).toBe(false);
  at('/profile', '?order=a');
  expect(isHere()).toBe(false);
});

test('a sheet over the page has separate pages until the sheet closes', () => {
  at('/live/tonight');
  const isAtLive = rememberPage();
  const step = { pathname: '/pay', search: '?order=a' };
  const close = coverPage(() => step);
  const isPaying = rememberPage();
  expect([isPaying(), isAtLive()]).toEqual([true, false]);
  step.search = '?order=b';
  expect(isPaying()).toBe(false);
  step.search = '?order=a';
  close();
  expect([isPaying(), isAtLive()]).toEqual([false, true]);
});
