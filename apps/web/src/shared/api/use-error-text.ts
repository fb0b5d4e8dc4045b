import { useEffect, useState } from 'react';
import { useLanguage } from '../language/use-language.ts';
import { ApiError } from './api-error.ts';
import { loadErrorText } from './error-message.ts';

/**
 * Returns the sentence of an error code in the shown language; `null` while it loads. A code without a sentence uses
 * `message`.
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
    // Any value is possible, because the HTTP status does not affect the sentence.
    void loadErrorText(new ApiError({ status, message }, 400), language).then((sentence) => {
      if (current) setText(sentence);
    });
    return () => {
      current = false;
    };
  }, [status, message, language]);
  return text;
};
