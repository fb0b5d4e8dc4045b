import type { I18n, Messages } from '@lingui/core';
import { type Language, languageOf } from '@sangwian/i18n/language';
import { loadErrorText } from '../api/error-message.ts';

/**
 * The names of the catalogues. `site`: bars and public pages. `account`: sign-in and account pages. `fights`: programme
 * and fighters. `reminders`: the reminder buttons and the followed fighters of the home page. `live`: the live page.
 * `replay`: replays and clips. `peaks`: gift effects, results, the scorecard and what the chat loads late. `search` and
 * `notices`: the search and the bell of the top bar. `wallet`: coins and payments. `game`: the prediction game.
 */
export type CataloguePart =
  | 'site'
  | 'account'
  | 'fights'
  | 'reminders'
  | 'live'
  | 'replay'
  | 'peaks'
  | 'search'
  | 'notices'
  | 'wallet'
  | 'game';

/** One chunk per catalogue and language. `lingui.config.ts` assigns the source folders to the catalogues. */
const LOADERS: Record<CataloguePart, Record<Language, () => Promise<{ messages: Messages }>>> = {
  site: {
    TH: () => import('../../locales/th.po'),
    EN: () => import('../../locales/en.po'),
  },
  account: {
    TH: () => import('../../locales/account/th.po'),
    EN: () => import('../../locales/account/en.po'),
  },
  fights: {
    TH: () => import('../../locales/fights/th.po'),
    EN: () => import('../../locales/fights/en.po'),
  },
  reminders: {
    TH: () => import('../../locales/reminders/th.po'),
    EN: () => import('../../locales/reminders/en.po'),
  },
  live: {
    TH: () => import('../../locales/live/th.po'),
    EN: () => import('../../locales/live/en.po'),
  },
  replay: {
    TH: () => import('../../locales/replay/th.po'),
    EN: () => import('../../locales/replay/en.po'),
  },
  peaks: {
    TH: () => import('../../locales/peaks/th.po'),
    EN: () => import('../../locales/peaks/en.po'),
  },
  search: {
    TH: () => import('../../locales/search/th.po'),
    EN: () => import('../../locales/search/en.po'),
  },
  notices: {
    TH: () => import('../../locales/notices/th.po'),
    EN: () => import('../../locales/notices/en.po'),
  },
  game: {
    TH: () => import('../../locales/game/th.po'),
    EN: () => import('../../locales/game/en.po'),
  },
  wallet: {
    TH: () => import('../../locales/wallet/th.po'),
    EN: () => import('../../locales/wallet/en.po'),
  },
};

/** The catalogues that the opened pages need. */
const needed = new Set<CataloguePart>(['site']);
let shown: I18n | undefined;

async function loadPart(part: CataloguePart, language: Language): Promise<Messages> {
  // Preloads the error sentences for pages with forms, because without a network they could not be loaded later.
  if (part === 'account') void loadErrorText(null, language);
  return (await LOADERS[part][language]()).messages;
}

/** Loads the messages of a language for all needed catalogues. Rejects if a chunk cannot be loaded. */
export async function loadCatalogue(language: Language): Promise<Messages> {
  const parts = await Promise.all([...needed].map((part) => loadPart(part, language)));
  return Object.assign({}, ...parts);
}

/**
 * Loads a catalogue before a page that needs it renders. Before `followCatalogue` was called, only registers the
 * catalogue; the first `loadCatalogue` then loads it. Rejects if the chunk cannot be loaded.
 */
export async function needCatalogue(part: CataloguePart): Promise<void> {
  needed.add(part);
  let locale: string | undefined;
  // The language can change while the chunk loads.
  while (shown && shown.locale !== locale) {
    locale = shown.locale;
    shown.load(locale, await loadPart(part, languageOf(locale)));
  }
}

/** Called once by the browser's entry, with the i18n instance into which later catalogues are loaded. */
export function followCatalogue(i18n: I18n): void {
  shown = i18n;
}
