import type { Language } from '@sangwian/i18n/language';
import type { PageMeta } from '../shared/page-meta.ts';

export const SITE_NAME: Record<Language, string> = { TH: 'สังเวียน', EN: 'Sangwian' };
const HOME_TITLE: Record<Language, string> = {
  TH: 'สังเวียน — มวยไทยสด ดูได้ทุกที่',
  EN: 'Sangwian — Muay Thai, live',
};
/** Returns the tab's title: the title of the page with the site's name, or the title of the home page. */
export const documentTitle = (meta: PageMeta, language: Language): string =>
  meta.title ? `${meta.title} · ${SITE_NAME[language]}` : HOME_TITLE[language];
