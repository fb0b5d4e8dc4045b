const MOBILE = /Mobi|Android|iPhone|iPad|iPod|Windows Phone/i;
/** Crawlers, link previews, measuring tools. They run no player and must see the page. */
const ROBOT =
  /bot\b|bot[/;]|crawl|spider|slurp|preview|facebookexternalhit|facebookcatalog|whatsapp|telegram|twitter|linkedin|pinterest|slack|discord|embedly|skype|\bline\/|lighthouse|pagespeed|google-|mediapartners|apis-google/i;
const OTHER =
  /Firefox\/|FxiOS|Seamonkey|OPR\/|Opera|Vivaldi|YaBrowser|UCBrowser|MSIE |Trident\/|PaleMoon|Whale\/|QQBrowser|Electron\//i;
const SUPPORTED = /Edg(e|A|iOS)?\/|Chrome\/|Chromium\/|CriOS\/|Version\/[\d.]+.* Safari\//;

/**
 * Whether the site is shown to this user agent. On a desktop only Edge, Chrome (headless too) and Safari are; mobile
 * browsers, crawlers, and programs that are no browser at all always are.
 */
export function isSupportedBrowser(userAgent: string): boolean {
  if (MOBILE.test(userAgent) || ROBOT.test(userAgent)) return true;
  if (!/^(Mozilla|Opera)\//.test(userAgent)) return true;
  return SUPPORTED.test(userAgent) && !OTHER.test(userAgent);
}
