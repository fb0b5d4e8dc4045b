import type { Language } from '@sangwian/i18n/language';
import { createContext } from 'react-router';

/** The language that a page is drawn in: `context.get(languageContext)` in a loader, on both sides. */
export const languageContext = createContext<Language>();
