import { openGrant } from '@sangwian/node-kit/playback-grant';
import type { RevocationList } from './revocation-list.ts';

/** Tokens of a generation; two generations are kept, so that what is in use is never verified twice in a row. */
const TOKENS_MAX = 20_000;

const QUERY = '?token=';

/** Who stands behind a token that was verified. */
export interface Viewer {
  readonly channelId: string;
  readonly watchSessionId: string;
  readonly expiresAtS: number;
  /** `?token=…`, as it stands behind every address that this viewer is shown. */
  readonly query: string;
  /** The report of readers that this viewer was counted for last. */
  countedIn: number;
  /** Requests of this grant that wait for the stream. */
  waiting: number;
}

export type Refusal = 'token_missing' | 'grant_invalid';

/** Lets those in whose grant is for this channel, not expired, and not revoked. */
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

  /** Whether a viewer let in before may still be answered: to be asked again after every wait. */
  admits({ watchSessionId, expiresAtS }: Viewer, nowMs: number): boolean {
    return expiresAtS * 1000 > nowMs && !this.#revocations.has(watchSessionId);
  }

  #verify(piece: string, nowS: number): Viewer | null {
    const viewer = this.#old.get(piece) ?? this.#open(piece, nowS);
    if (viewer === null) return null;
    // A piece of a request would keep the whole of it in memory as long as itself.
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
