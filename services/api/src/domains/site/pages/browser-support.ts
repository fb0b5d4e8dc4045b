import { isMobileAgent } from '@sangwian/contract/rules/mobile';

/** The headers that identify a browser. Missing headers are empty strings. */
export interface BrowserHeaders {
  readonly userAgent: string;
  /** The `Sec-CH-UA` header. */
  readonly brands: string;
  /** The `Sec-CH-UA-Mobile` header. */
  readonly mobileHint: boolean | null;
}

/** Crawlers, link previews and measuring tools. They play no video and must get the page. */
const ROBOT =
  /bot\b|bot[/;]|crawl|spider|slurp|preview|facebookexternalhit|facebookcatalog|whatsapp|telegram|twitter|linkedin|pinterest|slack|discord|embedly|skype|\bline\/|lighthouse|pagespeed|google-|mediapartners|apis-google/i;

/** The brands of supported browsers. Any other browser based on Chromium adds a brand of its own. */
const BRANDS = new Set([
  'chromium',
  'google chrome',
  'google chrome for testing',
  'headlesschrome',
  'microsoft edge',
  'microsoft edge webview2',
]);
/** Matches the invented brands that browsers add (GREASE): `Not/A)Brand`, `Not;A=Brand`, `(Not(A:Brand`. */
const GREASE = /^\W*not\W+a\W+brand\W*$/i;

/**
 * Parses the brands of `Sec-CH-UA`. The parser relies on the fact that no brand contains a comma or a quotation mark.
 */
const brandsOf = (header: string): string[] =>
  header
    .split(',')
    .map((entry) => entry.split('"', 2)[1] ?? '')
    .map((brand) => brand.trim().toLowerCase())
    .filter((brand) => brand !== '' && !GREASE.test(brand));

/** The products in the user agents of each browser family, besides `Mozilla` and `AppleWebKit`. */
const CHROME_PRODUCTS = new Set(['Chrome', 'HeadlessChrome', 'Safari', 'Edg', 'Edge']);
const SAFARI_PRODUCTS = new Set(['Version', 'Safari']);
const USER_AGENT = /^Mozilla\/5\.0 \(([^)]*)\) AppleWebKit\/[\d.]+ \(KHTML, like Gecko\) (\S.*)$/;
const PRODUCT = /^(\w+)\/[\d.]+$/;

/**
 * Returns whether a user agent belongs to Chrome, Edge or Safari on a Mac: it may contain only the products of these
 * browsers and no further comment.
 */
function isSupportedAgent(userAgent: string): boolean {
  const [, platform = '', products = ''] = USER_AGENT.exec(userAgent.trim()) ?? [];
  // The remaining text, such as a comment in parentheses, is treated as an unknown product.
  const names = products.split(' ').map((product) => PRODUCT.exec(product)?.[1] ?? product);
  const isOf = (known: ReadonlySet<string>): boolean => names.every((name) => known.has(name));
  if (names.includes('Chrome') || names.includes('HeadlessChrome')) return isOf(CHROME_PRODUCTS);
  // WebKit on an operating system other than macOS is another browser.
  return names.includes('Version') && isOf(SAFARI_PRODUCTS) && /\bMacintosh\b/.test(platform);
}

/**
 * Returns whether the browser is supported. On a desktop only Edge, Chrome (also headless) and Safari are supported.
 * Mobile browsers, crawlers and other programs are always supported. The brands are checked first, because a browser
 * based on Chromium may send exactly Chrome's user agent.
 */
export function isSupportedBrowser({ userAgent, brands, mobileHint }: BrowserHeaders): boolean {
  if (isMobileAgent({ userAgent, mobileHint }) || ROBOT.test(userAgent)) return true;
  if (!/^(Mozilla|Opera)\//.test(userAgent)) return true;
  const named = brandsOf(brands);
  if (named.some((brand) => !BRANDS.has(brand))) return false;
  // Another product in the user agent identifies another browser, even if the browser sends Chrome's brands.
  return isSupportedAgent(userAgent);
}
