import type { MemberId } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Kysely } from 'kysely';
import type { Bus } from '../../bus.ts';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../database/database.ts';
import type { Bearer } from '../../http/handler.ts';
import { SessionCache } from './session-cache.ts';
import { isTouchDue, refusalOf, SESSION_LIMITS, sessionEnd } from './session-rules.ts';
import { SessionsStore } from './sessions.store.ts';
import { createToken, hashToken } from './token.ts';

export { refusalOf } from './session-rules.ts';

const CACHE_ENTRIES_MAX = 50_000;
const CACHE_FRESH_MS = 20_000;

export interface SessionOrigin {
  readonly memberId: MemberId;
  readonly userAgent: string;
  readonly ip: string;
}

/** Sign-ins, for the other modules. */
export interface Sessions {
  /** Starts a session and gives its token, which is told this once. */
  start(origin: SessionOrigin): Promise<{ token: string; sessionId: string }>;
  /**
   * Who stands behind a token: from memory where it was good a moment ago.
   *
   * @throws {ApiError} `token_invalid`; `member_banned`, `member_suspended`, `member_closed` with reason and time
   */
  authenticate(token: string): Promise<Bearer>;
  /** Ends sessions; the rest of the process hears `session:revoked` once that is committed. */
  revoke(memberId: MemberId, sessionIds: readonly string[]): Promise<void>;
  /** Ends every session of a member but the kept one. */
  revokeAll(memberId: MemberId, kept?: string): Promise<void>;
  /** Whether the member of this phone has signed in from this address before. */
  isKnownAddress(phone: string, ip: string): Promise<boolean>;
}

/** The sessions of this node. */
export function createSessions(db: Kysely<Database>, bus: Bus, clock: Clock): Sessions {
  const store = new SessionsStore(db);
  const cache = new SessionCache(CACHE_ENTRIES_MAX, CACHE_FRESH_MS);
  bus.subscribe('session:revoked', ({ memberId }) => cache.forgetMember(memberId));
  bus.subscribe('member:barred', ({ memberId }) => cache.forgetMember(memberId));

  async function revoke(memberId: MemberId, sessionIds: readonly string[]): Promise<void> {
    const ended = await store.revoke(memberId, sessionIds, clock());
    if (ended.length > 0) bus.publish('session:revoked', { memberId, sessionIds: ended });
  }

  async function start({ memberId, userAgent, ip }: SessionOrigin) {
    const token = createToken();
    const now = clock();
    const sessionId = await store.insert({
      memberId,
      tokenHash: hashToken(token),
      userAgent: userAgent.slice(0, SESSION_LIMITS.userAgentCharsMax),
      address: ip,
      createdAt: now,
      expiresAt: sessionEnd(now),
    });
    await revoke(
      memberId,
      await store.findOlderThanNewest(memberId, SESSION_LIMITS.perMemberMax, now),
    );
    return { token, sessionId };
  }

  async function authenticate(token: string): Promise<Bearer> {
    const now = clock();
    const tokenHash = hashToken(token);
    const key = tokenHash.toString('latin1');
    const cached = cache.get(key, now.getTime());
    if (cached !== null) return cached;
    const { revision } = cache;
    const row = await store.findByTokenHash(tokenHash);
    if (row === undefined || row.expires_at <= now) throw new ApiError('token_invalid');
    // A ban ends the sessions too, but whoever had one is told of the ban, not of the session.
    const refusal = refusalOf({
      status: row.status,
      statusReason: row.status_reason,
      statusSince: row.status_since,
    });
    if (refusal !== null) throw refusal;
    if (row.revoked_at !== null) throw new ApiError('token_invalid');
    let endsAt = row.expires_at;
    if (isTouchDue(row.last_seen_at, now)) {
      endsAt = sessionEnd(now);
      await store.touch(row.member_session_id, now, endsAt);
    }
    const bearer: Bearer = {
      memberId: row.member_id as MemberId,
      sessionId: row.member_session_id,
      external: row.map_system_id !== null,
    };
    cache.put(key, bearer, revision, now.getTime(), endsAt.getTime());
    return bearer;
  }

  return {
    start,
    authenticate,
    revoke,
    revokeAll: async (memberId, kept) => {
      const open = await store.findOpen(memberId, clock());
      await revoke(
        memberId,
        open.map((session) => session.member_session_id).filter((id) => id !== kept),
      );
    },
    isKnownAddress: (phone, ip) => store.isKnownAddress(phone, ip),
  };
}
