import { expect, test } from 'vitest';
import { mayReload, RELOAD_PAUSE_MS } from './chunk-reload.ts';

test('the first failure reloads', () => {
  expect(mayReload(1_000, null)).toBe(true);
});

test('within a minute of the last reload there is none', () => {
  expect(mayReload(100_000, 100_000 - RELOAD_PAUSE_MS + 1)).toBe(false);
  expect(mayReload(100_000, 100_000 - RELOAD_PAUSE_MS)).toBe(true);
});

test('a clock that was set back does not block reloads', () => {
  expect(mayReload(1_000, 50_000)).toBe(true);
});
