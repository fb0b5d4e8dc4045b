import { randomUUID } from 'node:crypto';
import { sealGrant } from '@sangwian/node-kit/playback-grant';
import { sendError } from '../http/answers.ts';
import { type Exchange, HeaderBlock } from '../http/exchange.ts';
import { EDGE_SESSION_PREFIX, type GrantChecker, type Viewer } from '../http/grant-checker.ts';
import type { Clock } from '../stream/clock.ts';

/**
 * A cache may use a verdict for this long, and for `STALE_S` more while it fetches the next one. The sum is the longest
 * time for which the edge admits a revoked grant if it missed the ban.
 */
const FRESH_S = 20;
const STALE_S = 10;
/** Without bans, a cached verdict must expire within the time in which a revocation must take effect. */
const FRESH_WITHOUT_BANS_S = 1;
/** An edge's own grant is reused for this long, so that few are created. */
const EDGE_GRANT_USE_S = 600;
/** An edge's own grant is valid longer than it is used, because caches keep verdicts for a while and clocks differ. */
const EDGE_GRANT_EXTRA_S = 600;

const VERDICT_PATTERN = /^\/gate\/([\w-]{1,64})\/([\w.-]{0,512})$/;
const HEADERS = new HeaderBlock([]);

export interface VerdictsOptions {
  readonly grants: GrantChecker;
  readonly grantSecret: string;
  /** Whether cached verdicts are banned when a grant is revoked. */
  readonly hasBans: boolean;
  readonly clock: Clock;
}

/** Responds to an edge that asks whether a viewer's grant is valid for a channel: `GET /gate/{channel_id}/{grant}`. */
export class Verdicts {
  readonly counts = { admitted: 0, refused: 0 };
  readonly #options: VerdictsOptions;
  readonly #edgeId = `${EDGE_SESSION_PREFIX}${randomUUID()}`;
  /**
   * The edge's own grants in use, by channel. The map stays small, because valid grants of viewers only name channels
   * that exist.
   */
  readonly #edgeGrants = new Map<string, { readonly token: string; readonly madeAtS: number }>();
  /** Watch sessions admitted since the last report, by channel. */
  #seen = new Map<string, Set<string>>();

  constructor(options: VerdictsOptions) {
    this.#options = options;
  }

  handle(exchange: Exchange): void {
    const [, channelId = '', token = ''] = VERDICT_PATTERN.exec(exchange.url) ?? [];
    if (channelId === '') {
      sendError(exchange, 'not_found');
      return;
    }
    const viewer = this.#options.grants.check(channelId, token, this.#options.clock.wallMs());
    if (typeof viewer === 'string' || viewer.isEdge) {
      this.counts.refused += 1;
      sendError(exchange, typeof viewer === 'string' ? viewer : 'grant_invalid');
      return;
    }
    this.#admit(exchange, viewer);
  }

  /** Returns the watch sessions admitted since the last call, by channel. */
  takeSeen(): ReadonlyMap<string, ReadonlySet<string>> {
    const seen = this.#seen;
    this.#seen = new Map();
    return seen;
  }

  #admit(exchange: Exchange, { channelId, watchSessionId, expiresAtS }: Viewer): void {
    const nowS = this.#options.clock.wallMs() / 1_000;
    this.counts.admitted += 1;
    const seen = this.#seen.get(channelId) ?? new Set();
    this.#seen.set(channelId, seen.add(watchSessionId));
    // A verdict expires with its grant at the latest.
    const leftS = Math.floor(expiresAtS - nowS);
    const { hasBans } = this.#options;
    const freshS = Math.min(hasBans ? FRESH_S : FRESH_WITHOUT_BANS_S, leftS);
    const staleS = hasBans ? Math.min(STALE_S, leftS - freshS) : 0;
    exchange.send(204, HEADERS, null, [
      'Cache-Control',
      `max-age=${freshS}, stale-while-revalidate=${staleS}`,
      'X-Watch-Session',
      watchSessionId,
      'X-Edge-Grant',
      this.#edgeGrant(channelId, nowS),
    ]);
  }

  /** Returns the grant with which this edge requests a channel from the origin. */
  #edgeGrant(channelId: string, nowS: number): string {
    const known = this.#edgeGrants.get(channelId);
    if (known !== undefined && nowS - known.madeAtS < EDGE_GRANT_USE_S) return known.token;
    const expiresAtS = Math.floor(nowS) + EDGE_GRANT_USE_S + EDGE_GRANT_EXTRA_S;
    const grant = { path: channelId, watchSessionId: this.#edgeId, expiresAtS };
    const token = sealGrant(grant, this.#options.grantSecret);
    for (const [id, { madeAtS }] of this.#edgeGrants) {
      if (nowS - madeAtS >= EDGE_GRANT_USE_S) this.#edgeGrants.delete(id);
    }
    this.#edgeGrants.set(channelId, { token, madeAtS: nowS });
    return token;
  }
}
