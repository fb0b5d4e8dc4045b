export interface PolicyInput {
  /** Without slash at its end. */
  readonly publicUrl: string;
  /** Where players fetch media, if not through the site. */
  readonly mediaPublicUrl: string;
  readonly styleHashes: readonly string[];
  readonly scriptHashes: readonly string[];
  /** Origins that may frame this page; none of them: nobody may. */
  readonly frameAncestors: readonly string[];
}

const HASH = /^sha(256|384|512)-[A-Za-z0-9+/]+=*$/;
const FRAMED = new Set(['/stream', '/streamwebrtc', '/program', '/history']);

/** Pages that partners may show in a frame of theirs. */
export const mayBeFramed = (path: string): boolean =>
  FRAMED.has(path.length > 1 ? path.replace(/\/+$/, '') : path);

/** The policy of a page: only what is ours, nothing inline but what the server itself wrote and hashed. */
export function contentSecurityPolicy(input: PolicyInput): string {
  const site = new URL(input.publicUrl);
  const https = site.protocol === 'https:';
  const media = input.mediaPublicUrl === '' ? '' : ` ${new URL(input.mediaPublicUrl).origin}`;
  const quoted = (hashes: readonly string[]): string =>
    hashes
      .filter((hash) => HASH.test(hash))
      .map((hash) => ` '${hash}'`)
      .join('');
  const directives = [
    "default-src 'none'",
    `script-src 'self'${quoted(input.scriptHashes)}`,
    `style-src 'self'${quoted(input.styleHashes)}`,
    `img-src 'self' data: blob:${media}`,
    "font-src 'self'",
    // Older Safari does not count the own host's sockets as 'self'.
    `connect-src 'self' ${https ? 'wss' : 'ws'}://${site.host}${media}`,
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
