/** The two languages of the site, as they are stored and sent. */
export type Language = 'TH' | 'EN';

export const LANGUAGES = ['TH', 'EN'] as const satisfies readonly Language[];

/** The BCP 47 tag of a language: of `<html lang>`, of the catalogues and of `Intl`. */
export type Locale = 'th' | 'en';

const LOCALES: Record<Language, Locale> = { TH: 'th', EN: 'en' };

export const isLanguage = (value: unknown): value is Language => value === 'TH' || value === 'EN';

export const localeOf = (language: Language): Locale => LOCALES[language];

export const languageOf = (locale: string): Language => (locale === 'th' ? 'TH' : 'EN');

/** A text that the API gives in both languages. */
export interface BilingualText {
  readonly th: string;
  readonly en: string;
}

/** The text in the shown language; where that one is empty, the other is better than nothing. */
export function pickText(text: BilingualText, language: Language): string {
  const locale = localeOf(language);
  return text[locale] || text[locale === 'th' ? 'en' : 'th'];
}
