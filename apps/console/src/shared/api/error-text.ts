import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react';
import type { Language } from '@sangwian/i18n/language';
import { useEffect, useState } from 'react';
import { i18n, useLanguage } from '../language/language.ts';
import {
  ApiError,
  BrowserError,
  ConnectionError,
  ProofRefusedError,
  WritesLockedError,
} from './api-error.ts';

type Sentences = Readonly<Record<string, string>>;

/** The messages load with the first error, in the displayed language only. */
const LOADERS: Record<Language, () => Promise<Sentences>> = {
  TH: async () => (await import('@sangwian/contract/errors/th')).ERROR_TH,
  EN: async () => (await import('@sangwian/contract/errors/en')).ERROR_EN,
};

const NO_ANSWER = msg`The server does not answer. Check the network, then look whether it took effect before you repeat it.`;
const LOCKED = msg`Not live: nothing can be changed until the connection is back.`;
const NOT_PROVED = msg`Nothing was changed: the second factor was not given.`;

/** Returns the message of an error in the displayed language. Never rejects. */
export async function loadErrorText(error: unknown, language: Language): Promise<string> {
  if (error instanceof BrowserError) return i18n._(error.sentence);
  if (error instanceof WritesLockedError) return i18n._(LOCKED);
  if (error instanceof ProofRefusedError) return i18n._(NOT_PROVED);
  if (error instanceof ConnectionError || !(error instanceof ApiError)) return i18n._(NO_ANSWER);
  if (error.code === '') return error.message;
  try {
    const sentences = await LOADERS[language]();
    return sentences[error.code] ?? sentences.error_occurred ?? error.message;
  } catch {
    return error.message;
  }
}

/** Returns the message of an error; empty if there is no error or while the messages load. */
export function useErrorText(error: unknown): string {
  useLingui();
  const language = useLanguage();
  const [text, setText] = useState<{ of: unknown; text: string }>({ of: null, text: '' });
  useEffect(() => {
    if (!error) return;
    let isCurrent = true;
    void loadErrorText(error, language).then((loaded) => {
      if (isCurrent) setText({ of: error, text: loaded });
    });
    return () => {
      isCurrent = false;
    };
  }, [error, language]);
  return error && text.of === error ? text.text : '';
}
