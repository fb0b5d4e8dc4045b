/** Phones and tablets are always let in. */
const MOBILE = /Android|iPhone|iPad|iPod|Mobile|webOS|BlackBerry|IEMobile|Opera Mini|Line\//i;
/** So are search engines and what draws the card of a shared link. */
const BOT =
  /bot|crawl|spider|slurp|facebookexternalhit|preview|embed|whatsapp|telegram|lighthouse|headless/i;
/** Browsers that call themselves Chrome or Safari beside their own name. */
const OTHER_NAME =
  /\b(OPR|Opera|Vivaldi|YaBrowser|SamsungBrowser|UCBrowser|Whale|Firefox|FxiOS|Trident|MSIE|Electron)\b/i;
const SUPPORTED = /\b(Edg|Edge|Chrome|Chromium)\/\d|\bVersion\/[\d.]+.*\bSafari\//;

/**
 * Whether the page goes to `/unsupport.html`: a desktop browser other than Edge, Chrome or Safari. What is no browser
 * at all (a script, a monitor) is let in.
 */
export function isUnsupportedBrowser(userAgent: string): boolean {
  if (!/^(Mozilla|Opera)\//.test(userAgent)) return false;
  if (MOBILE.test(userAgent) || BOT.test(userAgent)) return false;
  return OTHER_NAME.test(userAgent) || !SUPPORTED.test(userAgent);
}
