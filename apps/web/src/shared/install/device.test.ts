import { expect, test } from 'vitest';
import type { SiteConfig } from '../site-config.ts';
import { hasAppStore, storeUrlOf } from './device.ts';

const site = { iosStoreUrl: 'ios', androidStoreUrl: 'android' } as SiteConfig;

test.each([
  ['an Android phone', 'Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/140', 5, 'android', true],
  ['an iPhone', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Safari', 5, 'ios', true],
  ['an iPad', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari', 5, 'ios', true],
  ['a Mac', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari', 0, 'ios', false],
  ['Windows with a touch screen', 'Mozilla/5.0 (Windows NT 10.0) Chrome', 10, 'android', false],
])('%s has the right app store', (_, userAgent, maxTouchPoints, store, handheld) => {
  expect(storeUrlOf(site, { userAgent })).toBe(store);
  expect(hasAppStore({ userAgent, maxTouchPoints })).toBe(handheld);
});
