import type { Language } from '@sangwian/i18n/language';
import { createStore } from '../store.ts';

/**
 * The language of the site for code outside of React. The initial value is EN (specification, section 3). The shell
 * then sets the page's language, which is TH on a first visit.
 */
export const languageStore = createStore<Language>('EN');
