import type { PageInput } from '@sangwian/contract/page-render';
import type { LinkSection, SiteConfig } from '../shared/site-config.ts';
import { sampleHighlights, sampleNews } from './sample-menu.ts';

/** In development the sandbox serves the external site, so that all links have an existing host. */
const SAMPLE_NEWS_PATH = '/sandbox/news';

/** Returns the News menu without a menu file: one link to the news site. */
const newsSection = (newsUrl: string): readonly LinkSection[] =>
  newsUrl === ''
    ? []
    : [{ heading: null, links: [{ label: { th: 'ข่าวมวย', en: 'News' }, href: newsUrl }] }];

const withoutSlash = (url: string): string => url.replace(/\/$/, '');

/** Creates the configuration for the page from the configuration of the process. */
export function siteConfigOf(input: PageInput): SiteConfig {
  const { publicUrl, appKey, contactUrl, reportEvery, otpCountries, outerSites } = input;
  const { programUrl, fighterUrl, iosStoreUrl, androidStoreUrl, menu, samples } = outerSites;
  const sampleUrl = samples ? withoutSlash(publicUrl) + SAMPLE_NEWS_PATH : '';
  const newsUrl = withoutSlash(outerSites.newsUrl || sampleUrl);
  const news = menu?.news ?? (samples ? sampleNews(newsUrl) : newsSection(newsUrl));
  const highlights = menu?.highlights ?? (samples ? sampleHighlights(newsUrl) : []);
  return {
    publicUrl: withoutSlash(publicUrl),
    appKey,
    contactUrl,
    reportEvery,
    otpCountries,
    newsUrl,
    programUrl,
    fighterUrl,
    iosStoreUrl,
    androidStoreUrl,
    news,
    highlights,
    state: input.siteState,
  };
}
