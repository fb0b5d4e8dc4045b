import { hash } from 'node:crypto';
import type { PublicCache } from '@sangwian/contract/endpoint';

/** A strong validator of a body. */
export const etagOf = (body: string | Buffer): string => `"${hash('sha1', body, 'base64url')}"`;

export const cacheControlOf = ({ maxAgeS, staleS }: PublicCache): string =>
  `public, max-age=${maxAgeS}, stale-while-revalidate=${staleS}`;

/** Whether `If-None-Match` names this validator; weak and strong ones compare alike, as the RFC says for reads. */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((part) => part.trim().replace(/^W\//, '') === etag);
}
