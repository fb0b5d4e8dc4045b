import { useLingui } from '@lingui/react';
import { type BilingualText, type Language, languageOf, pickText } from '@sangwian/i18n/language';
import { switchLanguage } from './switch-language.ts';

export interface ShownLanguage {
  readonly language: Language;
  /** Picks the shown language of a text that the API gives in both. */
  readonly text: (bilingual: BilingualText) => string;
  /** Rejects where the language could not be fetched. */
  readonly switchTo: (language: Language) => Promise<void>;
}

/** The language that is shown; whoever uses it is drawn again when it changes. */
export function useLanguage(): ShownLanguage {
  const { i18n } = useLingui();
  const language = languageOf(i18n.locale);
  return {
    language,
    text: (bilingual) => pickText(bilingual, language),
    switchTo: async (next) => {
      if (!(await switchLanguage(i18n, next))) return;
      // The page is in it already; a refusal has had its toast, and the next choice tells the server again.
      void import('./keep-language.ts')
        .then(({ keepLanguage }) => keepLanguage(next))
        .catch(() => {});
    },
  };
}
