import { plainPath } from '@sangwian/contract/rules/plain-path';

export interface PolicyInput {
  /** Without a trailing slash. */
  readonly publicUrl: string;
  /** The origin of the media service; empty if players fetch the media through the site's origin. */
  readonly mediaPublicUrl: string;
  /** The card tokenisation script of the payment provider; empty if the provider has none. */
  readonly tokeniserUrl: string;
  readonly styleHashes: readonly string[];
  readonly scriptHashes: readonly string[];
  /** The origins that may frame the page. An empty list forbids framing. */
  readonly frameAncestors: readonly string[];
}

const HASH = /^sha(256|384|512)-[A-Za-z0-9+/]+=*$/;
/** The pages that partners may frame. The fighters' pages are included because the framed list links to them. */
const FRAMED = new Set([
  '/stream',
  '/streamwebrtc',
  '/program',
  '/history',
  '/history/boxer_detail',
]);

export const mayBeFramed = (path: string): boolean => FRAMED.has(plainPath(path));

/**
 * Returns the CSP sources, each with a leading space, that let the browser send card numbers directly to the payment
 * provider.
 */
function tokeniserSources(tokeniserUrl: string, site: URL): { script: string; vault: string } {
  const script = tokeniserUrl === '' ? site : new URL(tokeniserUrl);
  if (script.origin === site.origin) return { script: '', vault: '' };
  // Omise serves the script from `cdn.`. The script sends the card number to `vault.`, from a frame or with a request.
  const vault = new URL(script.origin);
  vault.hostname = vault.hostname.replace(/^cdn\./, 'vault.');
  return { script: ` ${script.origin}${script.pathname}`, vault: ` ${vault.origin}` };
}

/**
 * Returns the Content-Security-Policy of a page. The policy allows sources of this site only, and inline content only
 * by hash.
 */
export function contentSecurityPolicy(input: PolicyInput): string {
  const site = new URL(input.publicUrl);
  const https = site.protocol === 'https:';
  const media = input.mediaPublicUrl === '' ? '' : ` ${new URL(input.mediaPublicUrl).origin}`;
  // The sources are allowed on every page, because a client-side navigation to the wallet keeps the policy of the first
  // page.
  const tokeniser = tokeniserSources(input.tokeniserUrl, site);
  const quoted = (hashes: readonly string[]): string =>
    hashes
      .filter((hash) => HASH.test(hash))
      .map((hash) => ` '${hash}'`)
      .join('');
  const directives = [
    "default-src 'none'",
    `script-src 'self'${tokeniser.script}${quoted(input.scriptHashes)}`,
    `style-src 'self'${quoted(input.styleHashes)}`,
    `img-src 'self' data: blob:${media}`,
    "font-src 'self'",
    // In older versions of Safari, 'self' does not include WebSockets of the same host.
    `connect-src 'self' ${https ? 'wss' : 'ws'}://${site.host}${media}${tokeniser.vault}`,
    ...(tokeniser.vault === '' ? [] : [`frame-src${tokeniser.vault}`]),
    `media-src 'self' blob:${media}`,
    "worker-src 'self' blob:",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${input.frameAncestors.length === 0 ? "'none'" : input.frameAncestors.join(' ')}`,
    ...(https ? ['upgrade-insecure-requests'] : []),
  ];
  return directives.join('; ');
}
