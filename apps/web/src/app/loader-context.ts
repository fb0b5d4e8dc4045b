import type { Language } from '@sangwian/i18n/language';
import { RouterContextProvider } from 'react-router';
import { type CallApi, callContext } from '../shared/api/call-context.ts';
import { languageContext } from '../shared/language/language-context.ts';

/** Returns the context of the page loaders on the server and in the browser: the API call and the language. */
export function createLoaderContext(call: CallApi, language: Language): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(callContext, call);
  context.set(languageContext, language);
  return context;
}
