import { expect, test } from 'vitest';
import { isSitePath } from './site-path.ts';

test.each([
  '/',
  '/liveExternal',
  '/live/0199a0b0-0000-7000-8000-000000000009',
  '/liveExternal?external=1&map_system_id=lumphu-play#top',
  '/wallet/?next=https://elsewhere.example/',
  '/program/%E0%B8%A1%E0%B8%A7%E0%B8%A2',
  '/โปรแกรม',
])('%s is a path of this site', (path) => {
  expect(isSitePath(path)).toBe(true);
});

test.each([
  '',
  'live',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/live\\..\\..',
  'https://evil.example/',
  'javascript:alert(1)',
  ' /live',
  '/\t/evil.example',
  '/\n/evil.example',
  '/.//evil.example',
  '/live/..//evil.example',
  '/a b',
  '/\u0000',
  '/\u0085',
  '/\ud800',
  `/${'a'.repeat(500)}`,
])('%j is none', (text) => {
  expect(isSitePath(text)).toBe(false);
});
