import { plainPath } from '@sangwian/contract/rules/plain-path';

export interface PolicyInput {
  /** Without a trailing slash. */
  readonly publicUrl: string;
  /** The media origin; empty if players fetch through the site. */
  readonly mediaPublicUrl: string;
  /** The card tokenisation script of a payment provider; empty without one. */
  readonly tokeniserUrl: string;
  readonly styleHashes: readonly string[];
  readonly scriptHashes: readonly string[];
  /** Origins that may frame the page; empty forbids framing. */
  readonly frameAncestors: readonly string[];
}

const HASH = /^sha(256|384|512)-[A-Za-z0-9+/]+=*$/;
/** Fighters' pages are included because the framed list links to them. */
const FRAMED = new Set([
  '/stream',
  '/streamwebrtc',
  '/program',
  '/history',
  '/history/boxer_detail',
]);

export const mayBeFramed = (path: string): boolean => FRAMED.has(plainPath(path));

/** Returns the sources that send card numbers from the browser to the provider only, each with a leading space. */
function tokeniserSources(tokeniserUrl: string, site: URL): { script: string; vault: string } {
  const script = tokeniserUrl === '' ? site : new URL(tokeniserUrl);
  if (script.origin === site.origin) return { script: '', vault: '' };
  // Omise serves the script from `cdn.` and receives card numbers at `vault.`, in a frame or by a call.
  const vault = new URL(script.origin);
  vault.hostname = vault.hostname.replace(/^cdn\./, 'vault.');
  return { script: ` ${script.origin}${script.pathname}`, vault: ` ${vault.origin}` };
}

/** Returns the policy of a page: only own sources, and inline content only by hash. */
export function contentSecurityPolicy(input: PolicyInput): string {
  const site = new URL(input.publicUrl);
  const https = site.protocol === 'https:';
  const media = input.mediaPublicUrl === '' ? '' : ` ${new URL(input.mediaPublicUrl).origin}`;
  // On every page: client-side navigation to the wallet keeps the policy of the first page.
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
    // Older Safari does not count sockets of the same host as 'self'.
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
