import { expect, test } from 'vitest';
import { plainPath } from './plain-path.ts';

test.each([
  ['/', '/'],
  ['/wallet/', '/wallet'],
  ['/Wallet//', '/wallet'],
  ['/%77allet', '/wallet'],
  ['/live/a%2Fb', '/live/a%2fb'],
  ['/100%', '/100%'],
])('%s is matched as %s', (written, matched) => {
  expect(plainPath(written)).toBe(matched);
});
