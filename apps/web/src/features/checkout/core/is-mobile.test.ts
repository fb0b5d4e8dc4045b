import { readFileSync } from 'node:fs';
import { MOBILE_HEIGHT_PX_MAX, MOBILE_WIDTH_PX_MAX } from '@sangwian/contract/rules/mobile';
import { afterEach, expect, test, vi } from 'vitest';
import { isMobile } from './is-mobile.ts';

const DESKTOP = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0';
const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15';

afterEach(() => vi.unstubAllGlobals());

function browse(userAgent: string, innerWidth: number, innerHeight: number, mobile?: boolean) {
  vi.stubGlobal('window', { innerWidth, innerHeight });
  vi.stubGlobal('navigator', {
    userAgent,
    ...(mobile === undefined ? {} : { userAgentData: { mobile } }),
  });
}

test.each([
  ['a small desktop window', DESKTOP, 641, 1000, undefined, true],
  ['a wider window', DESKTOP, 642, 1000, undefined, false],
  ['a taller window', DESKTOP, 641, 1001, undefined, false],
  ['a phone in landscape', PHONE, 844, 390, undefined, true],
  ['a device with a mobile client hint', DESKTOP, 1200, 800, true, true],
])('isMobile applies the shared rule to %s', (_, userAgent, width, height, hint, expected) => {
  browse(userAgent, width, height, hint);
  expect(isMobile()).toBe(expected);
});

test('the stylesheet uses the same size limits and the same layout for a mobile user agent', () => {
  const css = readFileSync(new URL('../../../app/global.css', import.meta.url), 'utf8');
  const [, bySize] =
    new RegExp(
      `@media \\(width <= ${MOBILE_WIDTH_PX_MAX}px\\) and \\(height <= ${MOBILE_HEIGHT_PX_MAX}px\\) \\{\\s*html \\{([^}]*)\\}`,
    ).exec(css) ?? [];
  const [, byAgent] = /html\[data-mobile\] \{([^}]*)\}/.exec(css) ?? [];
  const lines = (block = ''): string[] => block.split('\n').map((line) => line.trim());
  expect(lines(bySize).filter(Boolean).length).toBeGreaterThan(0);
  expect(lines(bySize)).toEqual(lines(byAgent));
});
