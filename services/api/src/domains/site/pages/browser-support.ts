import { isMobileAgent } from '@sangwian/contract/rules/mobile';

/** The headers that identify a browser; empty if missing. */
export interface BrowserHeaders {
  readonly userAgent: string;
  /** `Sec-CH-UA`. */
  readonly brands: string;
  /** `Sec-CH-UA-Mobile`. */
  readonly mobileHint: boolean | null;
}

/** Crawlers, link previews and measuring tools. They run no player and must see the page. */
const ROBOT =
  /bot\b|bot[/;]|crawl|spider|slurp|preview|facebookexternalhit|facebookcatalog|whatsapp|telegram|twitter|linkedin|pinterest|slack|discord|embedly|skype|\bline\/|lighthouse|pagespeed|google-|mediapartners|apis-google/i;

/** The brands of supported browsers. Other browsers based on Chromium add their own brand. */
const BRANDS = new Set([
  'chromium',
  'google chrome',
  'google chrome for testing',
  'headlesschrome',
  'microsoft edge',
  'microsoft edge webview2',
]);
/** Invented brands (GREASE): `Not/A)Brand`, `Not;A=Brand`, `(Not(A:Brand`. */
const GREASE = /^\W*not\W+a\W+brand\W*$/i;

/** Parses the brands. No brand contains a comma or a quotation mark. */
const brandsOf = (header: string): string[] =>
  header
    .split(',')
    .map((entry) => entry.split('"', 2)[1] ?? '')
    .map((brand) => brand.trim().toLowerCase())
    .filter((brand) => brand !== '' && !GREASE.test(brand));

/** The products in the user agents of each family, besides `Mozilla` and `AppleWebKit`. */
const CHROME_PRODUCTS = new Set(['Chrome', 'HeadlessChrome', 'Safari', 'Edg', 'Edge']);
const SAFARI_PRODUCTS = new Set(['Version', 'Safari']);
const USER_AGENT = /^Mozilla\/5\.0 \(([^)]*)\) AppleWebKit\/[\d.]+ \(KHTML, like Gecko\) (\S.*)$/;
const PRODUCT = /^(\w+)\/[\d.]+$/;

/** Returns whether a user agent is Chrome's, Edge's or a Mac's Safari: only their products, without other remarks. */
function isSupportedAgent(userAgent: string): boolean {
  const [, platform = '', products = ''] = USER_AGENT.exec(userAgent.trim()) ?? [];
  // Anything else, such as a remark in brackets, is an unknown name.
  const names = products.split(' ').map((product) => PRODUCT.exec(product)?.[1] ?? product);
  const isOf = (known: ReadonlySet<string>): boolean => names.every((name) => known.has(name));
  if (names.includes('Chrome') || names.includes('HeadlessChrome')) return isOf(CHROME_PRODUCTS);
  // WebKit on any other system is another browser.
  return names.includes('Version') && isOf(SAFARI_PRODUCTS) && /\bMacintosh\b/.test(platform);
}

/**
 * Returns whether the browser is supported. On a desktop only Edge, Chrome (also headless) and Safari are. Mobile
 * browsers, crawlers and other programs always are. Brands decide first, because a browser based on Chromium may send
 * Chrome's exact user agent.
 */
export function isSupportedBrowser({ userAgent, brands, mobileHint }: BrowserHeaders): boolean {
  if (isMobileAgent({ userAgent, mobileHint }) || ROBOT.test(userAgent)) return true;
  if (!/^(Mozilla|Opera)\//.test(userAgent)) return true;
  const named = brandsOf(brands);
  if (named.some((brand) => !BRANDS.has(brand))) return false;
  // An additional product in the user agent identifies another browser, even with Chrome's brands.
  return isSupportedAgent(userAgent);
}
