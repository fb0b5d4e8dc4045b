import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { mayReload, reloadOnChunkFailure } from './chunk-reload.ts';

test('the first failure reloads the page', () => {
  expect(mayReload(1_000, null)).toBe(true);
});

test('a failure within a minute after the last reload does not reload the page', () => {
  expect(mayReload(100_000, 100_000 - 59_999)).toBe(false);
  expect(mayReload(100_000, 100_000 - 60_000)).toBe(true);
});

test('a clock that was set back does not block reloads', () => {
  expect(mayReload(1_000, 50_000)).toBe(true);
});

describe('a failed chunk', () => {
  let reload: ReturnType<typeof vi.fn>;
  beforeEach(() => {
    reload = vi.fn();
    const kept = new Map<string, string>();
    vi.stubGlobal('window', Object.assign(new EventTarget(), { location: { reload } }));
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
    });
  });
  afterEach(() => vi.unstubAllGlobals());

  const fail = (): boolean =>
    window.dispatchEvent(new Event('vite:preloadError', { cancelable: true }));

  test('reloads the page once if the site responds, and still rejects the import', async () => {
    vi.stubGlobal('fetch', async () => ({ ok: true }));
    reloadOnChunkFailure();
    expect(fail()).toBe(true);
    await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
    fail();
    await new Promise((resolve) => setImmediate(resolve));
    expect(reload).toHaveBeenCalledTimes(1);
  });

  test.each([
    ['cannot be reached', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['is unhealthy', () => Promise.resolve({ ok: false })],
  ])('leaves the page as it is while the site %s', async (_, fetch) => {
    vi.stubGlobal('fetch', vi.fn(fetch));
    reloadOnChunkFailure();
    fail();
    await new Promise((resolve) => setImmediate(resolve));
    expect(globalThis.fetch).toHaveBeenCalledTimes(1);
    expect(reload).not.toHaveBeenCalled();
  });
});
