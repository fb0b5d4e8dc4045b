import { expect, test } from 'vitest';
import { isMobile } from './is-mobile.ts';

const DESKTOP = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0';
const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15';

test('a phone is one by its size, up to 641 by 1000', () => {
  expect(isMobile({ innerWidth: 641, innerHeight: 1000 }, DESKTOP)).toBe(true);
  expect(isMobile({ innerWidth: 642, innerHeight: 1000 }, DESKTOP)).toBe(false);
  expect(isMobile({ innerWidth: 641, innerHeight: 1001 }, DESKTOP)).toBe(false);
});

test('a phone on its side is one by its name', () => {
  expect(isMobile({ innerWidth: 844, innerHeight: 390 }, PHONE)).toBe(true);
});
