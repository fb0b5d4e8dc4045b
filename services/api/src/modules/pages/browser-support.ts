/** The last names are those of iOS alone: an iPad that asks for the desktop’s pages calls itself a Mac otherwise. */
const MOBILE = /Mobi|Android|iPhone|iPad|iPod|Windows Phone|FxiOS|CriOS|EdgiOS|OPiOS/i;
/** Crawlers, link previews, measuring tools. They run no player and must see the page. */
const ROBOT =
  /bot\b|bot[/;]|crawl|spider|slurp|preview|facebookexternalhit|facebookcatalog|whatsapp|telegram|twitter|linkedin|pinterest|slack|discord|embedly|skype|\bline\/|lighthouse|pagespeed|google-|mediapartners|apis-google/i;
const OTHER =
  /Firefox\/|Seamonkey|OPR\/|Opera|Vivaldi|YaBrowser|UCBrowser|MSIE |Trident\/|PaleMoon|Whale\/|QQBrowser|Electron\//i;
const SUPPORTED = /Edge?\/|Chrome\/|Chromium\//;
const SAFARI_VERSION = /Version\/[\d.]/;

/**
 * Whether the site is shown to this user agent. On a desktop only Edge, Chrome (headless too) and Safari are; mobile
 * browsers, crawlers, and programs that are no browser at all always are.
 */
export function isSupportedBrowser(userAgent: string): boolean {
  if (MOBILE.test(userAgent) || ROBOT.test(userAgent)) return true;
  if (!/^(Mozilla|Opera)\//.test(userAgent)) return true;
  // In two steps: one pattern for both would look for the second behind each of the first.
  const versionAt = userAgent.search(SAFARI_VERSION);
  const isSafari = versionAt !== -1 && userAgent.includes(' Safari/', versionAt);
  return (SUPPORTED.test(userAgent) || isSafari) && !OTHER.test(userAgent);
}
