import { plainPath } from '@sangwian/contract/rules/plain-path';

export interface PolicyInput {
  /** Without slash at its end. */
  readonly publicUrl: string;
  /** Where players fetch media, if not through the site. */
  readonly mediaPublicUrl: string;
  /** Script of a payment provider that cards become tokens with; empty: none. */
  readonly tokeniserUrl: string;
  readonly styleHashes: readonly string[];
  readonly scriptHashes: readonly string[];
  /** Origins that may frame this page; none of them: nobody may. */
  readonly frameAncestors: readonly string[];
}

const HASH = /^sha(256|384|512)-[A-Za-z0-9+/]+=*$/;
/** A framed list of fighters leads to their pages, which a reload asks for in the frame, too. */
const FRAMED = new Set([
  '/stream',
  '/streamwebrtc',
  '/program',
  '/history',
  '/history/boxer_detail',
]);

/** Pages that partners may show in a frame of theirs. */
export const mayBeFramed = (path: string): boolean => FRAMED.has(plainPath(path));

/** What a page needs for card numbers to go from the browser to the provider alone, each with a space before it. */
function tokeniserSources(tokeniserUrl: string, site: URL): { script: string; vault: string } {
  const script = tokeniserUrl === '' ? site : new URL(tokeniserUrl);
  if (script.origin === site.origin) return { script: '', vault: '' };
  // Omise has the script at `cdn.` and takes the numbers at `vault.`, in a frame or by a call.
  const vault = new URL(script.origin);
  vault.hostname = vault.hostname.replace(/^cdn\./, 'vault.');
  return { script: ` ${script.origin}${script.pathname}`, vault: ` ${vault.origin}` };
}

/** The policy of a page: only what is ours, nothing inline but what the server itself wrote and hashed. */
export function contentSecurityPolicy(input: PolicyInput): string {
  const site = new URL(input.publicUrl);
  const https = site.protocol === 'https:';
  const media = input.mediaPublicUrl === '' ? '' : ` ${new URL(input.mediaPublicUrl).origin}`;
  // On every page: whoever comes to the wallet by a link inside the site keeps the policy of the page before.
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
    // Older Safari does not count the own host's sockets as 'self'.
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
