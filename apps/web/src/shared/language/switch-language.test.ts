import { setupI18n } from '@lingui/core';
import type { Language } from '@sangwian/i18n/language';
import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.doUnmock('./catalogue.ts');
  vi.resetModules();
});

/** Stubs a browser in Thai. The test resolves the requests of catalogues in `coming`. */
async function createSite() {
  const items = new Map<string, string>();
  const page = { cookie: '', documentElement: { lang: 'th' } };
  vi.stubGlobal('localStorage', {
    setItem: (key: string, value: string) => items.set(key, value),
  });
  vi.stubGlobal('document', page);
  const coming = new Map<Language, PromiseWithResolvers<object>>();
  vi.doMock('./catalogue.ts', () => ({
    loadCatalogue: (language: Language) => {
      const catalogue = Promise.withResolvers<object>();
      coming.set(language, catalogue);
      return catalogue.promise;
    },
  }));
  const { switchLanguage } = await import('./switch-language.ts');
  const { languageStore } = await import('./language-store.ts');
  languageStore.set('TH');
  const i18n = setupI18n({ locale: 'th', messages: { th: {} } });
  return {
    items,
    page,
    coming,
    i18n,
    languageStore,
    choose: (next: Language) => switchLanguage(i18n, next),
  };
}

test('the chosen language is shown and stored, also in a cookie for the server', async () => {
  const { items, page, coming, i18n, languageStore, choose } = await createSite();
  const chosen = choose('EN');
  expect(i18n.locale).toBe('th');
  coming.get('EN')?.resolve({});
  expect(await chosen).toBe(true);
  expect([i18n.locale, page.documentElement.lang, items.get('language')]).toEqual([
    'en',
    'en',
    'EN',
  ]);
  expect(languageStore.get()).toBe('EN');
  expect(page.cookie).toMatch(/^language=EN; Path=\/; Max-Age=31536000; SameSite=Lax$/);
});

test('the last of two quick choices is shown, even if the first catalogue arrives later', async () => {
  const { items, coming, i18n, choose } = await createSite();
  const first = choose('EN');
  const last = choose('TH');
  coming.get('TH')?.resolve({});
  expect(await last).toBe(true);
  coming.get('EN')?.resolve({});
  expect(await first).toBe(false);
  expect([i18n.locale, items.get('language')]).toEqual(['th', 'TH']);
});

test('nothing changes if the catalogue cannot be fetched', async () => {
  const { items, page, coming, i18n, choose } = await createSite();
  const chosen = choose('EN');
  coming.get('EN')?.reject(new Error('no network'));
  await expect(chosen).rejects.toThrow('no network');
  expect([i18n.locale, page.documentElement.lang, items.size, page.cookie]).toEqual([
    'th',
    'th',
    0,
    '',
  ]);
});
