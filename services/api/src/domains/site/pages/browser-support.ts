import { isMobileAgent } from '@sangwian/contract/rules/mobile';

/** What a browser says of itself in its headers; an empty text where it says nothing. */
export interface BrowserHeaders {
  readonly userAgent: string;
  /** `Sec-CH-UA`. */
  readonly brands: string;
  /** `Sec-CH-UA-Mobile`. */
  readonly mobileHint: boolean | null;
}

/** Crawlers, link previews, measuring tools. They run no player and must see the page. */
const ROBOT =
  /bot\b|bot[/;]|crawl|spider|slurp|preview|facebookexternalhit|facebookcatalog|whatsapp|telegram|twitter|linkedin|pinterest|slack|discord|embedly|skype|\bline\/|lighthouse|pagespeed|google-|mediapartners|apis-google/i;

/** Chromium is Chrome without Google's name; a browser that is built on it adds a brand of its own. */
const BRANDS = new Set([
  'chromium',
  'google chrome',
  'google chrome for testing',
  'headlesschrome',
  'microsoft edge',
  'microsoft edge webview2',
]);
/** A brand that is invented, so that nobody relies on the list: `Not/A)Brand`, `Not;A=Brand`, `(Not(A:Brand`. */
const GREASE = /^\W*not\W+a\W+brand\W*$/i;

/** No brand has a comma or a quotation mark in its name, so that the list is read in one pass. */
const brandsOf = (header: string): string[] =>
  header
    .split(',')
    .map((entry) => entry.split('"', 2)[1] ?? '')
    .map((brand) => brand.trim().toLowerCase())
    .filter((brand) => brand !== '' && !GREASE.test(brand));

/** Products that the user agents of each family consist of, besides `Mozilla` and `AppleWebKit`. */
const CHROME_PRODUCTS = new Set(['Chrome', 'HeadlessChrome', 'Safari', 'Edg', 'Edge']);
const SAFARI_PRODUCTS = new Set(['Version', 'Safari']);
const USER_AGENT = /^Mozilla\/5\.0 \(([^)]*)\) AppleWebKit\/[\d.]+ \(KHTML, like Gecko\) (\S.*)$/;
const PRODUCT = /^(\w+)\/[\d.]+$/;

/** Whether a user agent is Chrome's, Edge's or a Mac's Safari: of their products alone, and with no other remark. */
function isSupportedAgent(userAgent: string): boolean {
  const [, platform = '', products = ''] = USER_AGENT.exec(userAgent.trim()) ?? [];
  // What is no product, such as a remark in brackets, is a name that nobody knows.
  const names = products.split(' ').map((product) => PRODUCT.exec(product)?.[1] ?? product);
  const isOf = (known: ReadonlySet<string>): boolean => names.every((name) => known.has(name));
  if (names.includes('Chrome') || names.includes('HeadlessChrome')) return isOf(CHROME_PRODUCTS);
  // WebKit on any other system is another browser.
  return names.includes('Version') && isOf(SAFARI_PRODUCTS) && /\bMacintosh\b/.test(platform);
}

/**
 * Whether the site is shown to this browser. On a desktop only Edge, Chrome (headless too) and Safari are; mobile
 * browsers, crawlers, and programs that are no browser at all always are. The brands decide first: a browser that is
 * built on Chromium may have Chrome's user agent to the letter.
 */
export function isSupportedBrowser({ userAgent, brands, mobileHint }: BrowserHeaders): boolean {
  if (isMobileAgent({ userAgent, mobileHint }) || ROBOT.test(userAgent)) return true;
  if (!/^(Mozilla|Opera)\//.test(userAgent)) return true;
  const named = brandsOf(brands);
  if (named.some((brand) => !BRANDS.has(brand))) return false;
  // What names itself beside Chrome's products does so on purpose, whatever its brands say.
  return isSupportedAgent(userAgent);
}
