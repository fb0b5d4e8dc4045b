import type { I18n } from '@lingui/core';
import { type Language, localeOf } from '@sangwian/i18n/language';
import { writeStored } from '../storage/local-storage.ts';
import { loadCatalogue } from './catalogue.ts';
import { languageStore } from './language-store.ts';

const COOKIE_SECONDS = 365 * 24 * 60 * 60;

/** Number of choices so far. A choice whose catalogue arrives after a later choice is dropped. */
let choices = 0;

/**
 * Switches the language without a reload. Stores the language in local storage, and in a cookie, so that the server
 * renders the next page in this language. If the catalogue cannot be fetched, nothing changes.
 *
 * @returns `false` if a later choice has superseded this one
 */
export async function switchLanguage(i18n: I18n, language: Language): Promise<boolean> {
  choices += 1;
  const choice = choices;
  const locale = localeOf(language);
  i18n.load(locale, await loadCatalogue(language));
  if (choice !== choices) return false;
  rememberLanguage(language);
  i18n.activate(locale);
  languageStore.set(language);
  document.documentElement.lang = locale;
  return true;
}

/** Stores the language for the next visit without changing the page. */
export function rememberLanguage(language: Language): void {
  writeStored('language', language);
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every supported browser.
  document.cookie = `language=${language}; Path=/; Max-Age=${COOKIE_SECONDS}; SameSite=Lax`;
}
