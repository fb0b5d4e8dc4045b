import { expect, test } from 'vitest';
import { MISSING_PAGE_ADDRESS, pageAddressOf } from './page-address.ts';

test.each([
  ['/', '/'],
  ['/?x=1&utm_source=line', '/'],
  ['/?lang=en', '/'],
  ['/?x=1&status=ejected', '/?status=ejected'],
  ['/History/', '/history'],
  ['/%68istory', '/history'],
  ['/LIVEEXTERNAL', '/liveExternal'],
  ['/history?q=%E0%B8%AA', '/history?q=%E0%B8%AA'],
  ['/history?q=', '/history'],
  ['/history/boxer_detail?versus=b&id=a', '/history/boxer_detail?id=a&versus=b'],
  ['/history/boxer_detail?id=a&id=b', '/history/boxer_detail?id=a'],
  ['/live', '/live'],
  ['/live/0198?x=1', '/live/0198'],
  ['/live/a%2Fb', '/live/a%2Fb'],
  ['/wallet/modal/custom-coin?x', '/wallet/modal/custom-coin'],
  ['/wallet/7?from=/live', '/wallet/7'],
])('%s is rendered as %s', (url, address) => {
  expect(pageAddressOf(url)).toBe(address);
});

test.each(['/nothing', '/live/1/2', '/%E0%A4%A', '/redirect/1', '//evil.example', '/404'])(
  '%s is rendered as the page that does not exist',
  (url) => {
    expect(pageAddressOf(url)).toBe(MISSING_PAGE_ADDRESS);
  },
);

test('never keeps a sign-in provider’s answer in an address', () => {
  const address = pageAddressOf('/sign-in?code=secret-code&state=secret-state&from=/wallet');
  expect(address).not.toContain('secret');
  // The page shows that a sign-in is being checked.
  expect(new URLSearchParams(address.split('?')[1]).has('code')).toBe(true);
});
