import type { Language } from '@sangwian/i18n/language';

/** Each language's own name. */
export const LANGUAGE_NAMES: Record<Language, string> = { TH: 'ไทย', EN: 'English' };
