import type { Language } from '@sangwian/i18n/language';

const SPOKEN: readonly [code: RegExp, language: Language][] = [
  [/^th\b/i, 'TH'],
  [/^en\b/i, 'EN'],
];

/**
 * Returns the language of the site that the browser prefers, if the page is in the other one.
 *
 * @param preferred the browser's languages, the preferred one first (`navigator.languages`)
 */
export function offeredLanguage(preferred: readonly string[], shown: Language): Language | null {
  for (const tag of preferred) {
    const language = SPOKEN.find(([code]) => code.test(tag))?.[1];
    if (language !== undefined) return language === shown ? null : language;
  }
  return null;
}
