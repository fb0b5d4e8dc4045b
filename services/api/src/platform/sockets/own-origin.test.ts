import type { IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
import { isOwnOrigin } from './own-origin.ts';

const isOwn = (origin: string | undefined, host = 'sangwian.example'): boolean =>
  isOwnOrigin(
    { headers: { host, ...(origin === undefined ? {} : { origin }) } } as IncomingMessage,
    ['https://sangwian.example', 'https://console.example'],
  );

it('accepts programs, pages of the site and of the console, and pages of the requested host', () => {
  expect(isOwn(undefined)).toBe(true);
  expect(isOwn('https://sangwian.example', '10.0.0.1')).toBe(true);
  expect(isOwn('https://console.example')).toBe(true);
  expect(isOwn('http://192.168.1.5:8080', '192.168.1.5:8080')).toBe(true);
});

it.each([
  'https://evil.example',
  'https://sangwian.example.evil.example',
  'https://evil.sangwian.example',
  'null',
  'file://',
  '',
])('refuses a page of %s', (origin) => {
  expect(isOwn(origin)).toBe(false);
});
