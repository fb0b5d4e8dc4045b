import type { Language } from '@sangwian/i18n/language';
import { RouterContextProvider } from 'react-router';
import { type CallApi, callContext } from '../shared/api/call-context.ts';
import { languageContext } from '../shared/language/language-context.ts';

/**
 * Creates the context of page loaders, on the server and in the browser: the function that calls the API, and the
 * language.
 */
export function createLoaderContext(call: CallApi, language: Language): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(callContext, call);
  context.set(languageContext, language);
  return context;
}
