import type { Language } from '@sangwian/i18n/language';
import { createStore } from '../store.ts';

/**
 * The language of the site, for code outside of React. It is EN (specification, section 3) until the shell has set it to
 * that of the page, which on a first visit is TH.
 */
export const languageStore = createStore<Language>('EN');
