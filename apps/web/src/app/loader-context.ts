import type { Language } from '@sangwian/i18n/language';
import { RouterContextProvider } from 'react-router';
import { type CallApi, callContext } from '../shared/api/call-context.ts';
import { languageContext } from '../shared/language/language-context.ts';

/** What the loaders of pages get, on both sides: a way to the API, and the language that is shown. */
export function createLoaderContext(call: CallApi, language: Language): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(callContext, call);
  context.set(languageContext, language);
  return context;
}
