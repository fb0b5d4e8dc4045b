import { hash } from 'node:crypto';
import type { PublicCache } from '@sangwian/contract/endpoint';

/** Returns the strong ETag of a body. */
export const etagOf = (body: string | Buffer): string => `"${hash('sha1', body, 'base64url')}"`;

export const cacheControlOf = ({ maxAgeS, staleS }: PublicCache): string =>
  `public, max-age=${maxAgeS}, stale-while-revalidate=${staleS}`;

/** Whether `If-None-Match` contains this ETag, by the weak comparison of RFC 9110. */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((part) => part.trim().replace(/^W\//, '') === etag);
}
