import { openGrant } from '@sangwian/node-kit/playback-grant';
import type { RevocationList } from './revocation-list.ts';

/**
 * Verified tokens per generation of the cache. Two generations are kept, so that tokens in use stay cached when one
 * generation is full.
 */
const TOKENS_MAX = 20_000;

/**
 * Prefix of the watch session id in an edge's own grant. An edge serves many viewers with one request, so it is neither
 * counted nor limited as a viewer. The ids of viewers are UUIDs.
 */
export const EDGE_SESSION_PREFIX = 'edge:';

/** The holder of a verified token. */
export interface Viewer {
  readonly channelId: string;
  readonly watchSessionId: string;
  readonly expiresAtS: number;
  readonly isEdge: boolean;
  /** Number of the last report that counted this viewer. */
  countedIn: number;
  /** Blocked requests of this grant. */
  waiting: number;
}

export type Refusal = 'token_missing' | 'grant_invalid';

/** Checks grants: signature, channel, expiry and revocation. */
export class GrantChecker {
  readonly #secret: string;
  readonly #revocations: RevocationList;
  #young = new Map<string, Viewer>();
  #old = new Map<string, Viewer>();

  constructor(secret: string, revocations: RevocationList) {
    this.#secret = secret;
    this.#revocations = revocations;
  }

  check(channelId: string, token: string, nowMs: number): Viewer | Refusal {
    if (token === '') return 'token_missing';
    const viewer = this.#young.get(token) ?? this.#verify(token, nowMs / 1000);
    if (viewer === null || viewer.channelId !== channelId || !this.admits(viewer, nowMs)) {
      return 'grant_invalid';
    }
    return viewer;
  }

  /** Returns whether a known viewer's grant is still valid. Called again after every wait. */
  admits({ watchSessionId, expiresAtS }: Viewer, nowMs: number): boolean {
    return expiresAtS * 1000 > nowMs && !this.#revocations.has(watchSessionId);
  }

  #verify(token: string, nowS: number): Viewer | null {
    const viewer = this.#old.get(token) ?? this.#open(token, nowS);
    if (viewer === null) return null;
    if (this.#young.size >= TOKENS_MAX) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    // Copies the token, because a substring would keep the whole request in memory.
    this.#young.set(Buffer.from(token, 'latin1').toString('latin1'), viewer);
    return viewer;
  }

  #open(token: string, nowS: number): Viewer | null {
    const grant = openGrant(token, this.#secret, nowS);
    if (grant === null) return null;
    return {
      channelId: grant.path,
      watchSessionId: grant.watchSessionId,
      expiresAtS: grant.expiresAtS,
      isEdge: grant.watchSessionId.startsWith(EDGE_SESSION_PREFIX),
      countedIn: 0,
      waiting: 0,
    };
  }
}
