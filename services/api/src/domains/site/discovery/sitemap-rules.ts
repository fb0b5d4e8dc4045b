/** The protocol's maximum number of URLs per file (sitemaps.org). */
export const URLS_PER_FILE_MAX = 50_000;

/** A page that search engines may index. */
export interface SitemapPage {
  readonly path: string;
  /** When the content last changed, if known. */
  readonly changedAt: Date | null;
}

/** The pages that exist on every site, most important first. */
export const STATIC_PAGES: readonly SitemapPage[] = [
  '/',
  '/program',
  '/replays',
  '/history',
  '/predict',
  '/wallet',
  '/app',
  '/rules-guess-game',
  '/delete-account',
  '/coin-policy',
  '/terms',
  '/privacy-policy',
].map((path) => ({ path, changedAt: null }));

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>';
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

const escapeXml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

export function writeSitemap(publicUrl: string, pages: readonly SitemapPage[]): string {
  const urls = pages.map(({ path, changedAt }) => {
    const changed = changedAt === null ? '' : `<lastmod>${changedAt.toISOString()}</lastmod>`;
    return `<url><loc>${escapeXml(publicUrl + path)}</loc>${changed}</url>`;
  });
  return `${HEAD}<urlset ${NAMESPACE}>${urls.join('')}</urlset>`;
}

export function writeSitemapIndex(publicUrl: string, files: number): string {
  const sitemaps = Array.from(
    { length: files },
    (_, index) =>
      `<sitemap><loc>${escapeXml(`${publicUrl}/sitemap-${index + 1}.xml`)}</loc></sitemap>`,
  );
  return `${HEAD}<sitemapindex ${NAMESPACE}>${sitemaps.join('')}</sitemapindex>`;
}

/** Writes `robots.txt`. Private pages are not listed, since they have a robots meta tag. */
export const writeRobots = (publicUrl: string): string =>
  `User-agent: *
Allow: /api/v1/openapi.json
Disallow: /api/
Disallow: /media/
Disallow: /sandbox/
Disallow: /console/

Sitemap: ${publicUrl}/sitemap.xml
`;

/** Writes `llms.txt`, a description of the site for language models (llmstxt.org). */
export const writeLlms = (publicUrl: string): string =>
  `# Sangwian · สังเวียน

> Muay Thai, live, in Thai and English: watch bouts as they happen, cheer for the red or the blue corner, chat, follow
> the fight programme, read fighters' records, and predict winners for fun.

Every public page is drawn on the server in Thai; \`?lang=en\` gives it in English. Times are of Bangkok (UTC+7). Lives
are free or premium (opened with coins or a code). The prediction game is for entertainment only, with no prizes. Coins
cannot be turned back into money.

## Pages

- [Lives](${publicUrl}/): what is live now, coming and over
- [Fight programme](${publicUrl}/program): cards with bouts, times, stadiums and results; \`?card=\` is one card
- [Fighters](${publicUrl}/history): search, filters and rankings; \`/history/boxer_detail?id=\` is one fighter
- [Prediction game](${publicUrl}/predict): the sheet of the next card

## Data

- [API](${publicUrl}/api/v1/openapi.json): OpenAPI 3.1 of everything that the site calls
- [Calendar](${publicUrl}/api/v1/program/calendar.ics): the cards to come, as iCalendar
- [Sitemap](${publicUrl}/sitemap.xml): every live, card and fighter

## Policies

- [Rules of the prediction game](${publicUrl}/rules-guess-game)
- [Coin policy](${publicUrl}/coin-policy)
- [Terms](${publicUrl}/terms)
- [Privacy policy](${publicUrl}/privacy-policy)
`;
