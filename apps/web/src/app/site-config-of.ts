import type { PageInput } from '@sangwian/contract/page-render';
import type { LinkSection, SiteConfig } from '../shared/site-config.ts';
import { sampleHighlights, sampleNews } from './sample-menu.ts';

/** Where no external site is configured: a reserved name that leads nowhere, so that the menus can be seen. */
const SAMPLE_NEWS_URL = 'https://news.sangwian.example';

const withoutSlash = (url: string): string => url.replace(/\/$/, '');

/** The configuration of the page from what the process gives. */
export function siteConfigOf(input: PageInput): SiteConfig {
  const { publicUrl, appKey, contactUrl, otpCountries, outerSites } = input;
  const newsUrl = withoutSlash(outerSites.newsUrl || SAMPLE_NEWS_URL);
  const { programUrl, fighterUrl, iosStoreUrl, androidStoreUrl, menu } = outerSites;
  const news: readonly LinkSection[] = menu?.news ?? sampleNews(newsUrl);
  const highlights: readonly LinkSection[] = menu?.highlights ?? sampleHighlights(newsUrl);
  return {
    publicUrl: withoutSlash(publicUrl),
    appKey,
    contactUrl,
    otpCountries,
    newsUrl,
    programUrl,
    fighterUrl,
    iosStoreUrl,
    androidStoreUrl,
    news,
    highlights,
  };
}
