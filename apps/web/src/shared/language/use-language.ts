import { useLingui } from '@lingui/react';
import { type BilingualText, type Language, languageOf, pickText } from '@sangwian/i18n/language';
import { switchLanguage } from './switch-language.ts';

export interface ShownLanguage {
  readonly language: Language;
  /** Returns a bilingual text in the shown language. */
  readonly text: (bilingual: BilingualText) => string;
  /** Switches the language. Rejects if the catalogue cannot be loaded. */
  readonly switchTo: (language: Language) => Promise<void>;
}

/** Returns the shown language; re-renders when it changes. */
export function useLanguage(): ShownLanguage {
  const { i18n } = useLingui();
  const language = languageOf(i18n.locale);
  return {
    language,
    text: (bilingual) => pickText(bilingual, language),
    switchTo: async (next) => {
      if (!(await switchLanguage(i18n, next))) return;
      // The page has already switched. A refusal shows an error toast, and the next choice retries.
      void import('./keep-language.ts')
        .then(({ keepLanguage }) => keepLanguage(next))
        .catch(() => {});
    },
  };
}
