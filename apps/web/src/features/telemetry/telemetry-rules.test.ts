import { expect, test } from 'vitest';
import { faultClassOf, ownPlaceOf, pageKindOf } from './telemetry-rules.ts';

test('a page is reported by its kind, without ids and queries', () => {
  expect(pageKindOf('/')).toBe('home');
  expect(pageKindOf('/live/019aa3c0-7b1e-7c55-8f1d-3f9a2f6f0c01')).toBe('live');
  expect(pageKindOf('/wallet/confirm-order')).toBe('wallet');
  expect(pageKindOf('/someone@example.com')).toBe('other');
});

test('an error is reported by its class only', () => {
  const named = (name: string, message = ''): Error => Object.assign(new Error(message), { name });
  expect(faultClassOf(new TypeError('secret'))).toBe('TypeError');
  expect(
    faultClassOf(new TypeError('Failed to fetch dynamically imported module: https://a/b.js')),
  ).toBe('ChunkError');
  expect(faultClassOf(new TypeError('Failed to fetch'))).toBe('NetworkError');
  expect(faultClassOf(new DOMException('no', 'AbortError'))).toBe('DOMException');
  expect(faultClassOf(named('Somchai 0812345001'))).toBe('other');
});

test('only places in our own scripts are reported', () => {
  const own = 'https://fan.example';
  const chromium = `TypeError: x\n    at a (chrome-extension://abc/assets/in.js:1:2)\n    at b (${own}/assets/live-route-Bx7.js:1:2345)`;
  expect(ownPlaceOf(chromium, own)).toBe('live-route-Bx7.js:1:2345');
  expect(ownPlaceOf(`b@${own}/assets/home-page-x.js:12:9\n`, own)).toBe('home-page-x.js:12:9');
  expect(ownPlaceOf('at https://other.example/assets/a.js:1:2', own)).toBeNull();
  expect(ownPlaceOf(`at ${own}/live?token=secret:1:2`, own)).toBeNull();
  expect(ownPlaceOf(undefined, own)).toBeNull();
});
