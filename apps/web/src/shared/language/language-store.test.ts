import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => vi.resetModules());

test('code that asks before the shell has set a language gets EN', async () => {
  const { languageStore } = await import('./language-store.ts');
  expect(languageStore.get()).toBe('EN');
});

test('what the shell has set is what later code gets', async () => {
  const { languageStore } = await import('./language-store.ts');
  const heard: string[] = [];
  languageStore.subscribe(() => heard.push(languageStore.get()));
  languageStore.set('TH');
  expect([languageStore.get(), heard]).toEqual(['TH', ['TH']]);
});
