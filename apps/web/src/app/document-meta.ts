import type { Language } from '@sangwian/i18n/language';
import type { PageMeta } from '../shared/page-meta.ts';

const SITE_NAME: Record<Language, string> = { TH: 'สังเวียน', EN: 'Sangwian' };
const HOME_TITLE: Record<Language, string> = {
  TH: 'สังเวียน — มวยไทยสด ดูได้ทุกที่',
  EN: 'Sangwian — Muay Thai, live',
};
const DESCRIPTION: Record<Language, string> = {
  TH: 'ดูมวยไทยถ่ายทอดสด เชียร์มุมแดงหรือมุมน้ำเงิน แชตสดกับแฟนมวย และติดตามโปรแกรมคืนนี้',
  EN: 'Watch Muay Thai live, cheer for the red or the blue corner, chat with fans and follow tonight’s card.',
};

/** The tab's title: the page's own with the site's name, or the home page's. */
export const documentTitle = (meta: PageMeta, language: Language): string =>
  meta.title ? `${meta.title} · ${SITE_NAME[language]}` : HOME_TITLE[language];

export const escapeHtml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

export interface HeadInput {
  readonly meta: PageMeta;
  readonly language: Language;
  readonly publicUrl: string;
  readonly pathname: string;
}

/** The part of `<head>` that says what a page is: title, description, canonical, languages, card. */
export function headTags({ meta, language, publicUrl, pathname }: HeadInput): string {
  const address = publicUrl + pathname;
  const title = escapeHtml(documentTitle(meta, language));
  const description = escapeHtml(meta.description ?? DESCRIPTION[language]);
  const image = escapeHtml(publicUrl + (meta.image ?? '/share.jpg'));
  const href = escapeHtml(address);
  const property = (name: string, content: string) =>
    `<meta property="og:${name}" content="${content}">`;
  const tags = [
    `<title>${title}</title>`,
    `<meta name="description" content="${description}">`,
    property('site_name', SITE_NAME[language]),
    property('type', 'website'),
    property('title', title),
    property('description', description),
    property('image', image),
    property('url', href),
    property('locale', language === 'TH' ? 'th_TH' : 'en_US'),
    '<meta name="twitter:card" content="summary_large_image">',
  ];
  if (meta.noindex) return ['<meta name="robots" content="noindex">', ...tags].join('');
  return [
    ...tags,
    `<link rel="canonical" href="${href}">`,
    `<link rel="alternate" hreflang="th" href="${href}?lang=th">`,
    `<link rel="alternate" hreflang="en" href="${href}?lang=en">`,
    `<link rel="alternate" hreflang="x-default" href="${href}">`,
  ].join('');
}
