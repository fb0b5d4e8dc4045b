import { openGrant } from '@sangwian/node-kit/playback-grant';
import type { RevocationList } from './revocation-list.ts';

/** Verified tokens per generation. Two generations are kept, so that tokens in use stay cached when one fills up. */
const TOKENS_MAX = 20_000;

const QUERY = '?token=';

/** The holder of a verified token. */
export interface Viewer {
  readonly channelId: string;
  readonly watchSessionId: string;
  readonly expiresAtS: number;
  /** `?token=…`, appended to every address in this viewer's playlists. */
  readonly query: string;
  /** Number of the last readers report that included this viewer. */
  countedIn: number;
  /** Blocked requests of this grant. */
  waiting: number;
}

export type Refusal = 'token_missing' | 'grant_invalid';

/** Checks grants: signature, channel, expiry and revocation. */
export class GrantGate {
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

  /** Returns whether a known viewer's grant is still valid. Checked again after every wait. */
  admits({ watchSessionId, expiresAtS }: Viewer, nowMs: number): boolean {
    return expiresAtS * 1000 > nowMs && !this.#revocations.has(watchSessionId);
  }

  #verify(piece: string, nowS: number): Viewer | null {
    const viewer = this.#old.get(piece) ?? this.#open(piece, nowS);
    if (viewer === null) return null;
    // A substring of a request would keep the whole request in memory.
    const token = viewer.query.slice(QUERY.length);
    if (this.#young.size >= TOKENS_MAX) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(token, viewer);
    return viewer;
  }

  #open(token: string, nowS: number): Viewer | null {
    const grant = openGrant(token, this.#secret, nowS);
    if (grant === null) return null;
    return {
      channelId: grant.path,
      watchSessionId: grant.watchSessionId,
      expiresAtS: grant.expiresAtS,
      query: Buffer.from(QUERY + token, 'latin1').toString('latin1'),
      countedIn: 0,
      waiting: 0,
    };
  }
}
