import { useEffect, useState } from 'react';
import { useLanguage } from '../language/use-language.ts';
import { ApiError } from './api-error.ts';
import { loadErrorText } from './error-message.ts';

/**
 * The sentence of the catalogue for a code, in the shown language; `null` while there is none. `message` is shown
 * where the code has no sentence.
 */
export const useErrorText = (
  error: { readonly status: string; readonly message: string } | null,
): string | null => {
  const { language } = useLanguage();
  const [text, setText] = useState<string | null>(null);
  const status = error?.status;
  const message = error?.message ?? '';
  useEffect(() => {
    if (status === undefined) {
      setText(null);
      return;
    }
    let current = true;
    // The catalogue is the same whatever the HTTP status was.
    void loadErrorText(new ApiError({ status, message }, 400), language).then((sentence) => {
      if (current) setText(sentence);
    });
    return () => {
      current = false;
    };
  }, [status, message, language]);
  return text;
};
