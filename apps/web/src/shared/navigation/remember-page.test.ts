import { afterEach, expect, test, vi } from 'vitest';
import { coverPage, rememberPage } from './remember-page.ts';

afterEach(() => vi.unstubAllGlobals());

const at = (pathname: string, search = '') =>
  vi.stubGlobal('window', { location: { pathname, search } });

test('it is the same page until another one is opened, or another order under the same path', () => {
  at('/wallet/confirm-order', '?order=a&method=card');
  const isHere = rememberPage();
  at('/wallet/confirm-order', '?order=a');
  expect(isHere()).toBe(true);
  at('/wallet/confirm-order', '?order=b');
  expect(isHere()).toBe(false);
  at('/profile', '?order=a');
  expect(isHere()).toBe(false);
});

test('over a live it is the step of the sheet, and no page of it once the sheet is closed', () => {
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
