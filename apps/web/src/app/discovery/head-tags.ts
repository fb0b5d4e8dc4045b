import type { Language } from '@sangwian/i18n/language';
import type { PageMeta } from '../../shared/page-meta.ts';
import { documentTitle, SITE_NAME } from '../document-meta.ts';
import { type StructuredData, structuredTag } from './structured-data.ts';

const DESCRIPTION: Record<Language, string> = {
  TH: 'ดูมวยไทยถ่ายทอดสด เชียร์มุมแดงหรือมุมน้ำเงิน แชตสดกับแฟนมวย และติดตามโปรแกรมคืนนี้',
  EN: 'Watch Muay Thai live, cheer for the red or the blue corner, chat with fans and follow tonight’s card.',
};

const escapeHtml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

export interface HeadInput {
  readonly meta: PageMeta;
  readonly language: Language;
  readonly publicUrl: string;
  /** The canonical path and query. */
  readonly canonical: string;
  readonly structured?: readonly StructuredData[];
}

/** Returns the URLs of a page in both languages. Thai is the default. */
const addressesOf = (address: string): Readonly<Record<Language, string>> => ({
  TH: address,
  EN: `${address}${address.includes('?') ? '&' : '?'}lang=en`,
});

const LOCALES: Readonly<Record<Language, string>> = { TH: 'th_TH', EN: 'en_US' };
const OTHER: Readonly<Record<Language, Language>> = { TH: 'EN', EN: 'TH' };

const property = (name: string, content: string): string =>
  `<meta property="og:${name}" content="${content}">`;
const twitter = (name: string, content: string): string =>
  `<meta name="twitter:${name}" content="${content}">`;

const CARD_SIZE = { width: 1_200, height: 630 };

const videoTags = (url: string, { width, height }: NonNullable<PageMeta['clip']>): string[] => [
  property('video', url),
  property('video:secure_url', url),
  property('video:type', 'video/mp4'),
  property('video:width', String(width)),
  property('video:height', String(height)),
];

/** Returns the tags of a link preview. */
function cardTags({ meta, language, publicUrl, canonical }: HeadInput): string[] {
  const title = escapeHtml(documentTitle(meta, language));
  const description = escapeHtml(meta.description ?? DESCRIPTION[language]);
  const image = escapeHtml(publicUrl + (meta.image ?? '/share.jpg'));
  const { clip } = meta;
  const size = clip ?? CARD_SIZE;
  return [
    property('site_name', SITE_NAME[language]),
    property('type', clip === undefined ? 'website' : 'video.other'),
    property('title', title),
    property('description', description),
    property('image', image),
    property('image:type', /\.png\b/.test(image) ? 'image/png' : 'image/jpeg'),
    property('image:width', String(size.width)),
    property('image:height', String(size.height)),
    property('image:alt', title),
    ...(clip === undefined ? [] : videoTags(escapeHtml(publicUrl + clip.path), clip)),
    property('url', escapeHtml(addressesOf(publicUrl + canonical)[language])),
    property('locale', LOCALES[language]),
    property('locale:alternate', LOCALES[OTHER[language]]),
    twitter('card', 'summary_large_image'),
    twitter('title', title),
    twitter('description', description),
    twitter('image', image),
    twitter('image:alt', title),
  ];
}

/** Returns the metadata in `<head>`: title, description, canonical URL, languages, share image and structured data. */
export function headTags(input: HeadInput): string {
  const { meta, language, publicUrl, canonical, structured = [] } = input;
  const tags = [
    `<title>${escapeHtml(documentTitle(meta, language))}</title>`,
    `<meta name="description" content="${escapeHtml(meta.description ?? DESCRIPTION[language])}">`,
    ...cardTags(input),
  ];
  if (meta.noindex) return ['<meta name="robots" content="noindex">', ...tags].join('');
  const addresses = addressesOf(publicUrl + canonical);
  const [thai, english] = [escapeHtml(addresses.TH), escapeHtml(addresses.EN)];
  return [
    ...tags,
    `<link rel="canonical" href="${language === 'TH' ? thai : english}">`,
    `<link rel="alternate" hreflang="th" href="${thai}">`,
    `<link rel="alternate" hreflang="en" href="${english}">`,
    `<link rel="alternate" hreflang="x-default" href="${thai}">`,
    ...structured.map(structuredTag),
  ].join('');
}
