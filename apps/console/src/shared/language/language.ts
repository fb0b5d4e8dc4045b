import { type Messages, setupI18n } from '@lingui/core';
import { useLingui } from '@lingui/react';
import { isLanguage, type Language, languageOf, localeOf } from '@sangwian/i18n/language';
import { readStored, writeStored } from '../storage.ts';

/** The name of a catalogue. `shell` contains all texts that have no other catalogue. */
type CataloguePart =
  | 'shell'
  | 'account'
  | 'catalogue'
  | 'chat'
  | 'game'
  | 'health'
  | 'members'
  | 'money'
  | 'programme'
  | 'staff'
  | 'switches';

/** One chunk per catalogue part and language. `lingui.config.ts` assigns the places to the parts. */
const LOADERS: Record<CataloguePart, Record<Language, () => Promise<{ messages: Messages }>>> = {
  shell: {
    TH: () => import('../../locales/th.po'),
    EN: () => import('../../locales/en.po'),
  },
  account: {
    TH: () => import('../../locales/account/th.po'),
    EN: () => import('../../locales/account/en.po'),
  },
  catalogue: {
    TH: () => import('../../locales/catalogue/th.po'),
    EN: () => import('../../locales/catalogue/en.po'),
  },
  chat: {
    TH: () => import('../../locales/chat/th.po'),
    EN: () => import('../../locales/chat/en.po'),
  },
  game: {
    TH: () => import('../../locales/game/th.po'),
    EN: () => import('../../locales/game/en.po'),
  },
  health: {
    TH: () => import('../../locales/health/th.po'),
    EN: () => import('../../locales/health/en.po'),
  },
  members: {
    TH: () => import('../../locales/members/th.po'),
    EN: () => import('../../locales/members/en.po'),
  },
  money: {
    TH: () => import('../../locales/money/th.po'),
    EN: () => import('../../locales/money/en.po'),
  },
  programme: {
    TH: () => import('../../locales/programme/th.po'),
    EN: () => import('../../locales/programme/en.po'),
  },
  staff: {
    TH: () => import('../../locales/staff/th.po'),
    EN: () => import('../../locales/staff/en.po'),
  },
  switches: {
    TH: () => import('../../locales/switches/th.po'),
    EN: () => import('../../locales/switches/en.po'),
  },
};

/** The catalogue parts of the places that have been opened. */
const needed = new Set<CataloguePart>(['shell']);

/** The translations of the console. */
export const i18n = setupI18n();

/** Returns the language that was chosen in this browser; Thai by default. */
export function storedLanguage(): Language {
  const stored = readStored('language');
  return isLanguage(stored) ? stored : 'TH';
}

let choices = 0;

/**
 * Changes the language and stores the choice.
 *
 * @throws if the messages cannot be fetched; the language then stays the same
 */
export async function showLanguage(language: Language): Promise<void> {
  choices += 1;
  const choice = choices;
  const parts = await Promise.all(
    [...needed].map(async (part) => (await LOADERS[part][language]()).messages),
  );
  // A later choice was made while the messages were loading.
  if (choice !== choices) return;
  i18n.loadAndActivate({ locale: localeOf(language), messages: Object.assign({}, ...parts) });
  document.documentElement.lang = localeOf(language);
  writeStored('language', language);
}

/** Loads the messages of a place before it renders. Rejects if the chunk cannot be fetched. */
export async function needCatalogue(part: CataloguePart): Promise<void> {
  needed.add(part);
  let locale: string | undefined;
  // The language can change while the chunk loads. If no language is active yet, the first `showLanguage` loads the
  // part.
  while (i18n.locale !== '' && i18n.locale !== locale) {
    locale = i18n.locale;
    i18n.load(locale, (await LOADERS[part][languageOf(locale)]()).messages);
  }
}

/** Returns the current language; re-renders when it changes. */
export const useLanguage = (): Language => languageOf(useLingui().i18n.locale);
