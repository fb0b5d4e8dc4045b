import { expect, test } from 'vitest';
import { isMobileAgent, isMobileDevice } from './mobile.ts';

const DESKTOP = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0';
const desktop = { userAgent: DESKTOP, mobileHint: null };

test.each([
  [641, 1000, true],
  [642, 1000, false],
  [641, 1001, false],
  [320, 568, true],
  [1280, 720, false],
])('a window of %d by %d is a phone’s: %s', (innerWidth, innerHeight, expected) => {
  expect(isMobileDevice({ innerWidth, innerHeight }, desktop)).toBe(expected);
});

test.each([
  ['an iPhone', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15'],
  ['an Android phone', 'Mozilla/5.0 (Linux; Android 10; K) Chrome/140.0.0.0 Mobile Safari/537.36'],
  ['an Android tablet', 'Mozilla/5.0 (Linux; Android 14; SM-X710) Chrome/140.0.0.0 Safari/537.36'],
  ['Firefox on a phone', 'Mozilla/5.0 (Android 14; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0'],
])('%s on its side is a phone by its user agent', (_, userAgent) => {
  const agent = { userAgent, mobileHint: null };
  expect(isMobileAgent(agent)).toBe(true);
  expect(isMobileDevice({ innerWidth: 1200, innerHeight: 800 }, agent)).toBe(true);
});

test('a client hint identifies a device that its reduced user agent hides', () => {
  expect(isMobileAgent({ userAgent: DESKTOP, mobileHint: true })).toBe(true);
  expect(isMobileAgent({ userAgent: DESKTOP, mobileHint: false })).toBe(false);
});
