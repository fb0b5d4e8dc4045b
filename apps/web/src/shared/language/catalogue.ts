import type { I18n, Messages } from '@lingui/core';
import { type Language, languageOf } from '@sangwian/i18n/language';
import { loadErrorText } from '../api/error-message.ts';

/**
 * `site`: what the bars and the public pages say; `account`: getting in, and what is the member's own; `fights`: the
 * programme and the fighters; `reminders`: home's bells, which need no more of those; `live`: the live page; `wallet`:
 * coins and what is paid for them; `game`: the prediction game.
 */
export type CataloguePart =
  | 'site'
  | 'account'
  | 'fights'
  | 'reminders'
  | 'live'
  | 'wallet'
  | 'game';

/** One chunk a part and language: only what is shown is downloaded. `lingui.config.ts` says what is in which. */
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
  game: {
    TH: () => import('../../locales/game/th.po'),
    EN: () => import('../../locales/game/en.po'),
  },
  wallet: {
    TH: () => import('../../locales/wallet/th.po'),
    EN: () => import('../../locales/wallet/en.po'),
  },
};

/** What the pages that were opened so far say. */
const needed = new Set<CataloguePart>(['site']);
let shown: I18n | undefined;

async function loadPart(part: CataloguePart, language: Language): Promise<Messages> {
  // Forms are refused, maybe for want of a network, which the sentence of that cannot be fetched by then.
  if (part === 'account') void loadErrorText(null, language);
  return (await LOADERS[part][language]()).messages;
}

/** The compiled messages of a language, of every part that is needed. Rejects where a chunk cannot be fetched. */
export async function loadCatalogue(language: Language): Promise<Messages> {
  const parts = await Promise.all([...needed].map((part) => loadPart(part, language)));
  return Object.assign({}, ...parts);
}

/**
 * A page is about to be drawn that says what is in a part: its messages come with the page. Before `followCatalogue`
 * the first `loadCatalogue` brings them. Rejects where the chunk cannot be fetched.
 */
export async function needCatalogue(part: CataloguePart): Promise<void> {
  needed.add(part);
  let locale: string | undefined;
  // The language may be switched while the chunk is on its way.
  while (shown && shown.locale !== locale) {
    locale = shown.locale;
    shown.load(locale, await loadPart(part, languageOf(locale)));
  }
}

/** Set once by the browser's entry: what later pages need is loaded into it. */
export function followCatalogue(i18n: I18n): void {
  shown = i18n;
}
