import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => vi.resetModules());

test('the language is EN until the shell sets it', async () => {
  const { languageStore } = await import('./language-store.ts');
  expect(languageStore.get()).toBe('EN');
});

test('subscribers receive the language that the shell sets', async () => {
  const { languageStore } = await import('./language-store.ts');
  const heard: string[] = [];
  languageStore.subscribe(() => heard.push(languageStore.get()));
  languageStore.set('TH');
  expect([languageStore.get(), heard]).toEqual(['TH', ['TH']]);
});
