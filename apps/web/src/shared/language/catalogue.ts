import type { Messages } from '@lingui/core';
import type { Language } from '@sangwian/i18n/language';

/** One chunk a language: only the shown one is downloaded. */
const LOADERS: Record<Language, () => Promise<{ messages: Messages }>> = {
  TH: () => import('../../locales/th.po'),
  EN: () => import('../../locales/en.po'),
};

/** The compiled messages of a language. Rejects where the chunk cannot be fetched. */
export const loadCatalogue = async (language: Language): Promise<Messages> =>
  (await LOADERS[language]()).messages;
