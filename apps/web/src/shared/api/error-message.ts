import type { Language } from '@sangwian/i18n/language';
import { ApiError } from './api-error.ts';

type Sentences = Readonly<Record<string, string>>;

/** The sentences are loaded on the first error, in the shown language only. */
const LOADERS: Record<Language, () => Promise<Sentences>> = {
  TH: async () => (await import('@sangwian/contract/errors/th')).ERROR_TH,
  EN: async () => (await import('@sangwian/contract/errors/en')).ERROR_EN,
};

/**
 * Returns the sentence of an error code. The fallback for an unknown code is the message of the response; in Thai the
 * sentence of `error_occurred`, because messages are English. A message without a code is returned unchanged. Never
 * rejects.
 */
export async function loadErrorText(error: unknown, language: Language): Promise<string> {
  const code = error instanceof ApiError ? error.status : 'unavailable';
  const message = error instanceof ApiError ? error.message : 'System error. Please try again.';
  if (code === '') return message;
  try {
    const sentences = await LOADERS[language]();
    const fallback = language === 'TH' ? (sentences.error_occurred ?? message) : message;
    return Object.hasOwn(sentences, code) ? (sentences[code] ?? fallback) : fallback;
  } catch {
    return message;
  }
}
