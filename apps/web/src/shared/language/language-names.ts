import type { Language } from '@sangwian/i18n/language';

/** Each in its own language, so that who is lost in the other finds it. */
export const LANGUAGE_NAMES: Record<Language, string> = { TH: 'ไทย', EN: 'English' };
