/** The two languages of the site, as stored and sent. */
export type Language = 'TH' | 'EN';

export const LANGUAGES = ['TH', 'EN'] as const satisfies readonly Language[];

/** BCP 47 tag of a language, for `<html lang>`, catalogues and `Intl`. */
export type Locale = 'th' | 'en';

const LOCALES: Record<Language, Locale> = { TH: 'th', EN: 'en' };

export const isLanguage = (value: unknown): value is Language => value === 'TH' || value === 'EN';

export const localeOf = (language: Language): Locale => LOCALES[language];

export const languageOf = (locale: string): Language => (locale === 'th' ? 'TH' : 'EN');

/** A text in both languages. */
export interface BilingualText {
  readonly th: string;
  readonly en: string;
}

/** Returns the text in the shown language, or in the other one if it is empty. */
export function pickText(text: BilingualText, language: Language): string {
  const locale = localeOf(language);
  return text[locale] || text[locale === 'th' ? 'en' : 'th'];
}
