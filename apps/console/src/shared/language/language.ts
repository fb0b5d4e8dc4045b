import { setupI18n } from '@lingui/core';
import { useLingui } from '@lingui/react';
import { isLanguage, type Language, languageOf, localeOf } from '@sangwian/i18n/language';
import { readStored, writeStored } from '../storage.ts';

const LOADERS = {
  TH: () => import('../../locales/th.po'),
  EN: () => import('../../locales/en.po'),
} as const;

/** The texts of the console. */
export const i18n = setupI18n();

/** Returns the language that was chosen in this browser; Thai without a choice. */
export function storedLanguage(): Language {
  const stored = readStored('language');
  return isLanguage(stored) ? stored : 'TH';
}

let choices = 0;

/** Shows a language and keeps the choice. @throws if its texts cannot be fetched; then nothing changes */
export async function showLanguage(language: Language): Promise<void> {
  choices += 1;
  const choice = choices;
  const { messages } = await LOADERS[language]();
  // A later choice has been made while the texts were loading.
  if (choice !== choices) return;
  i18n.loadAndActivate({ locale: localeOf(language), messages });
  document.documentElement.lang = localeOf(language);
  writeStored('language', language);
}

/** Returns the shown language; re-renders when it changes. */
export const useLanguage = (): Language => languageOf(useLingui().i18n.locale);
