import type { PageInput } from '@sangwian/contract/page-render';
import type { ExternalLink, SiteConfig } from '../shared/site-config.ts';

/** Where no external site is configured: a reserved name that leads nowhere, so that the menus can be seen. */
const SAMPLE_NEWS_URL = 'https://news.sangwian.example';
const IOS_STORE_URL = 'https://apps.apple.com/th/search?term=sangwian';
const ANDROID_STORE_URL = 'https://play.google.com/store/search?q=sangwian&c=apps';

const newsLinks = (base: string): ExternalLink[] => [
  { label: { th: 'ข่าวมวย', en: 'News' }, href: `${base}/news` },
  { label: { th: 'บทความ', en: 'Articles' }, href: `${base}/articles` },
  { label: { th: 'บล็อก', en: 'Blog' }, href: `${base}/blog` },
  { label: { th: 'เว็บไซต์ข่าวสังเวียน', en: 'Sangwian news site' }, href: base },
];

/** Categories of invented fighters and promotions, and the test link at the end. */
const highlightLinks = (base: string): ExternalLink[] => [
  { label: { th: 'ศึกเพชรอรุณ', en: 'Phet Arun' }, href: `${base}/highlights/phet-arun` },
  { label: { th: 'ศึกศรีสยามยุทธ', en: 'Si Siam Yut' }, href: `${base}/highlights/si-siam-yut` },
  { label: { th: 'ศึกมวยไทยล้านนา', en: 'Lanna Muay Thai' }, href: `${base}/highlights/lanna` },
  { label: { th: 'มวยหญิง', en: 'Women’s bouts' }, href: `${base}/highlights/women` },
  { label: { th: 'น็อกเอาต์แห่งเดือน', en: 'Knockouts of the month' }, href: `${base}/highlights/ko` },
  { label: { th: 'ทดสอบ', en: 'Test' }, href: `${base}/highlights/test` },
];

/** The configuration of the page from what the process gives. */
export function siteConfigOf(request: PageInput): SiteConfig {
  const newsUrl = (request.newsUrl || SAMPLE_NEWS_URL).replace(/\/$/, '');
  return {
    publicUrl: request.publicUrl.replace(/\/$/, ''),
    appKey: request.appKey,
    contactUrl: request.contactUrl,
    newsUrl,
    programUrl: '',
    fighterUrl: '',
    iosStoreUrl: IOS_STORE_URL,
    androidStoreUrl: ANDROID_STORE_URL,
    news: newsLinks(newsUrl),
    highlights: highlightLinks(newsUrl),
  };
}
