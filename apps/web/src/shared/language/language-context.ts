import type { Language } from '@sangwian/i18n/language';
import { createContext } from 'react-router';

/** The page's language for loaders: `context.get(languageContext)`, on the server and in the browser. */
export const languageContext = createContext<Language>();
