import { expect, test } from 'vitest';
import { readDeviceName } from './device-name.ts';

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test.each([
  [
    `Mozilla/5.0 (Linux; Android 15; Pixel 9) ${WEBKIT} Chrome/140.0.0.0 Mobile Safari/537.36`,
    { browser: 'Chrome', system: 'Android', kind: 'phone' },
  ],
  [
    `Mozilla/5.0 (Linux; Android 14; SM-X910) ${WEBKIT} SamsungBrowser/25.0 Chrome/121.0.0.0 Safari/537.36`,
    { browser: 'Samsung Internet', system: 'Android', kind: 'tablet' },
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    { browser: 'Safari', system: 'iPhone', kind: 'phone' },
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Safari Line/14.16.0',
    { browser: 'LINE', system: 'iPhone', kind: 'phone' },
  ],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`,
    { browser: 'Edge', system: 'Windows', kind: 'computer' },
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
    { browser: 'Safari', system: 'macOS', kind: 'computer' },
  ],
])('%s', (userAgent, name) => {
  expect(readDeviceName(userAgent)).toEqual(name);
});

test('returns null for the parts of an unrecognised user agent', () => {
  for (const userAgent of ['', 'node', 'x'.repeat(10_000)]) {
    expect(readDeviceName(userAgent)).toEqual({ browser: null, system: null, kind: 'computer' });
  }
});
