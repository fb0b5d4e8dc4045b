import type { MemberId } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Kysely, Transaction } from 'kysely';
import type { Bus } from '../../../platform/bus/bus.ts';
import type { Device } from '../../../platform/http/caller-cookies.ts';
import type { Bearer } from '../../../platform/http/handler.ts';
import { exportPages } from '../../../platform/http/read-pages.ts';
import type { Task } from '../../../platform/jobs/task.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Database } from '../../../schema/database.ts';
import { SessionCache } from './session-cache.ts';
import {
  accountErrorOf,
  accountStateOf,
  freshUntil,
  isTouchDue,
  retentionEnd,
  SESSION_LIMITS,
  sessionEnd,
} from './session-rules.ts';
import { type EndedSession, SessionsStore } from './sessions.store.ts';
import { createToken, hashToken } from './token.ts';

export { accountErrorOf, accountStateOf } from './session-rules.ts';
export type { EndedSession } from './sessions.store.ts';
export { createToken, hashToken } from './token.ts';

const EXPORT_ROWS_MAX = 10_000;
type SessionExportRow = Awaited<ReturnType<SessionsStore['findForExport']>>[number];
const CACHE_ENTRIES_MAX = 50_000;
const CACHE_FRESH_MS = 20_000;

export interface SessionOrigin {
  readonly memberId: MemberId;
  readonly userAgent: string;
  readonly ip: string;
  /** The device on which the member signs in. It becomes a known device and an own device of the member. */
  readonly device?: Device;
}

export interface OpenSession {
  readonly member_session_id: string;
  readonly user_agent: string;
  readonly created_at: Date;
  readonly last_seen_at: Date;
}

/** Starts, verifies and revokes sessions, for other modules. */
export interface Sessions {
  /**
   * Starts a session and returns its token. The database stores only the hash of the token.
   *
   * @throws {ApiError} if the member was barred or deleted in the meantime: the error of the account status, or
   *   `password_invalid`
   */
  start(origin: SessionOrigin): Promise<{ token: string; sessionId: string }>;
  /**
   * Returns the bearer of a token. The bearer is cached for some seconds.
   *
   * @throws {ApiError} `token_invalid`; `member_banned`, `member_suspended`, `member_closed` with the reason and the
   *   times
   */
  authenticate(token: string): Promise<Bearer>;
  /** Revokes sessions and publishes `session:revoked` after the commit. */
  revoke(memberId: MemberId, sessionIds: readonly string[]): Promise<void>;
  /** Revokes a session and forgets its device, which may be lost or stolen. */
  revokeDevice(memberId: MemberId, sessionId: string): Promise<void>;
  /**
   * Revokes all sessions of a member except `exceptSessionId` and forgets their devices, in the caller's transaction.
   *
   * @returns a function that publishes the revocations; call it after the commit
   */
  revokeAll(
    trx: Transaction<Database>,
    memberId: MemberId,
    exceptSessionId?: string,
  ): Promise<() => void>;
  /**
   * Revokes a limited number of open sessions of any members and publishes the revocations. Call it until `hasMore` is
   * false.
   *
   * @returns how many sessions were revoked, and whether more may be open
   */
  revokeEveryones(): Promise<{ readonly ended: number; readonly hasMore: boolean }>;
  /** Returns a member's open sessions, most recently used first. */
  list(memberId: MemberId): Promise<readonly OpenSession[]>;
  /**
   * Requires a recent proof of ownership: the sign-in of this session, or a later confirmation. An unattended session
   * must not be enough to add or remove a way to sign in.
   *
   * @returns until when the proof is fresh
   * @throws {ApiError} `proof_needed`
   */
  requireFresh(bearer: Bearer): Promise<Date>;
  /** Returns until when the proof is fresh; a time in the past if it is no longer fresh. */
  findFreshUntil(bearer: Bearer): Promise<Date>;
  /** Records a proof of ownership by password or PIN. */
  confirm(bearer: Bearer): Promise<void>;
  /** Returns the sessions among these that have ended, with the status of their members. */
  findEnded(sessionIds: readonly string[]): Promise<readonly EndedSession[]>;
  /** Returns a member's sessions and devices for the data export. */
  exportOf(memberId: MemberId): Promise<Record<string, unknown>>;
  /** Erases the IP addresses, user agents and devices of a deleted member. */
  forgetTraffic(trx: Transaction<Database>, memberId: MemberId): Promise<void>;
  /** Returns whether the member of this phone has signed in on this device, and the device was not forgotten since. */
  isKnownDevice(phone: string, device: Device): Promise<boolean>;
  /**
   * Returns whether this is one of the own devices of the phone's member: the device has signed in as that member, or
   * has proven the phone. Unlike a known device, an own device stays one after a password reset. Its only privilege is
   * a separate limit of attempts.
   */
  isOwnDevice(phone: string, device: Device): Promise<boolean>;
  /** Saves a device that has proven the member's phone as one of the member's own devices. */
  saveDevice(on: Kysely<Database>, memberId: MemberId, deviceHash: Buffer): Promise<void>;
  /** Returns whether the member of this phone has signed in from this IP address before. */
  isKnownAddress(phone: string, ip: string): Promise<boolean>;
}

/**
 * Revokes all sessions of a partner's members, in the transaction that disables the partner. The revocations are not
 * published, so running nodes notice them within half a minute.
 */
export const revokeSessionsOfPartner = (
  trx: Transaction<Database>,
  mapSystemId: string,
  now: Date,
): Promise<void> => new SessionsStore(trx).revokeOfPartner(mapSystemId, now);

interface AuthenticateDeps {
  readonly bus: Bus;
  readonly clock: Clock;
  readonly store: SessionsStore;
  readonly cache: SessionCache;
}

function createAuthenticate({ bus, clock, store, cache }: AuthenticateDeps) {
  return async (token: string): Promise<Bearer> => {
    const now = clock();
    const tokenHash = hashToken(token);
    const key = tokenHash.toString('latin1');
    // While the bus is disconnected, revocations of other nodes do not arrive, so the cache is bypassed.
    const cached = bus.isBusConnected() ? cache.get(key) : null;
    if (cached !== null) return cached;
    const { revision } = cache;
    const row = await store.findByTokenHash(tokenHash);
    if (row === undefined || row.expires_at <= now) throw new ApiError('token_invalid');
    // A ban also revokes the sessions. The error names the ban and not the revoked session.
    const accountError = row.deleted_at === null ? accountErrorOf(accountStateOf(row)) : null;
    if (accountError !== null) throw accountError;
    if (row.revoked_at !== null || row.deleted_at !== null) throw new ApiError('token_invalid');
    let endsAt = row.expires_at;
    if (isTouchDue(row.last_seen_at, now)) {
      endsAt = sessionEnd(now, row.created_at);
      await store.touch(row.member_session_id, now, endsAt);
    }
    const bearer: Bearer = {
      memberId: row.member_id as MemberId,
      sessionId: row.member_session_id,
      external: row.map_system_id !== null,
    };
    cache.put(key, bearer, revision, now.getTime(), endsAt.getTime());
    return bearer;
  };
}

const createSaveDevice =
  (clock: Clock) =>
  async (on: Kysely<Database>, memberId: MemberId, deviceHash: Buffer): Promise<void> => {
    const options = { now: clock(), keptMax: SESSION_LIMITS.devicesPerMemberMax };
    await new SessionsStore(on).saveDevice(memberId, deviceHash, options);
  };

interface StartDeps {
  readonly db: Kysely<Database>;
  readonly clock: Clock;
  readonly store: SessionsStore;
  readonly revoke: (memberId: MemberId, sessionIds: readonly string[]) => Promise<void>;
  readonly saveDevice: ReturnType<typeof createSaveDevice>;
}

function createStart({ db, clock, store, revoke, saveDevice }: StartDeps) {
  /** Returns the error for a member who was barred or deleted since the caller looked the member up. */
  async function startErrorOf(memberId: MemberId): Promise<ApiError> {
    const row = await store.findAccountStatus(memberId);
    if (row === undefined) return new ApiError('password_invalid');
    return accountErrorOf(accountStateOf(row)) ?? new ApiError('unavailable');
  }

  return async ({ memberId, userAgent, ip, device }: SessionOrigin) => {
    const token = createToken();
    const now = clock();
    const deviceHash = device?.remember() ?? null;
    const sessionId = await store.insert({
      memberId,
      tokenHash: hashToken(token),
      userAgent: userAgent.slice(0, SESSION_LIMITS.userAgentCharsMax),
      address: ip,
      deviceHash,
      createdAt: now,
      expiresAt: sessionEnd(now, now),
    });
    if (sessionId === undefined) throw await startErrorOf(memberId);
    if (deviceHash !== null) await saveDevice(db, memberId, deviceHash);
    await revoke(
      memberId,
      await store.findOlderThanNewest(memberId, SESSION_LIMITS.perMemberMax, now),
    );
    return { token, sessionId };
  };
}

/** Creates the task that deletes sessions after their retention period. */
export const createSessionTasks = (db: Kysely<Database>, clock: Clock): Task[] => [
  {
    name: 'session_prune',
    crontab: '37 * * * *',
    run: async (signal) => {
      const store = new SessionsStore(db);
      const { deletedAtOnceMax: limit } = SESSION_LIMITS;
      const before = retentionEnd(clock());
      while (!signal.aborted && (await store.deleteExpiredBefore(before, limit)) === limit);
    },
  },
];

export function createSessions(db: Kysely<Database>, bus: Bus, clock: Clock): Sessions {
  const store = new SessionsStore(db);
  const cache = new SessionCache(CACHE_ENTRIES_MAX, CACHE_FRESH_MS, () => clock().getTime());
  bus.subscribe('session:revoked', ({ memberId }) => cache.forgetMember(memberId));
  bus.subscribe('member:barred', ({ memberId }) => cache.forgetMember(memberId));
  bus.onMissed(() => cache.forgetAll());

  async function revoke(memberId: MemberId, sessionIds: readonly string[]): Promise<void> {
    const ended = await store.revoke(memberId, sessionIds, clock());
    if (ended.length > 0) bus.publish('session:revoked', { memberId, sessionIds: ended });
  }

  async function findFreshUntil({ memberId, sessionId }: Bearer): Promise<Date> {
    const provenAt = await store.findLastProofAt(memberId, sessionId);
    // The session was revoked during this request.
    if (provenAt === undefined) throw new ApiError('token_invalid');
    return freshUntil(provenAt);
  }

  const saveDevice = createSaveDevice(clock);
  const start = createStart({ db, clock, store, revoke, saveDevice });
  return {
    start,
    authenticate: createAuthenticate({ bus, clock, store, cache }),
    revoke,
    revokeDevice: async (memberId, sessionId) => {
      await store.forgetDeviceOf(memberId, sessionId);
      await revoke(memberId, [sessionId]);
    },
    revokeAll: async (trx, memberId, exceptSessionId) => {
      const within = new SessionsStore(trx);
      const now = clock();
      const open = await within.findOpen(memberId, now);
      const ids = open
        .map((session) => session.member_session_id)
        .filter((id) => id !== exceptSessionId);
      const sessionIds = await within.revoke(memberId, ids, now);
      await within.forgetDevices(memberId, exceptSessionId ?? null);
      return () => {
        if (sessionIds.length > 0) bus.publish('session:revoked', { memberId, sessionIds });
      };
    },
    revokeEveryones: async () => {
      const limit = SESSION_LIMITS.revokedAtOnceMax;
      const revoked = await store.revokeOldest(limit, clock());
      for (const [memberId, rows] of Map.groupBy(revoked, (row) => row.member_id as MemberId)) {
        const sessionIds = rows.map((row) => row.member_session_id);
        bus.publish('session:revoked', { memberId, sessionIds });
      }
      return { ended: revoked.length, hasMore: revoked.length === limit };
    },
    list: (memberId) => store.findOpen(memberId, clock()),
    findFreshUntil,
    requireFresh: async (bearer) => {
      const until = await findFreshUntil(bearer);
      if (until <= clock()) throw new ApiError('proof_needed');
      return until;
    },
    confirm: ({ memberId, sessionId }) => store.confirm(memberId, sessionId, clock()),
    findEnded: (sessionIds) => store.findEnded(sessionIds, clock()),
    exportOf: async (memberId) => ({
      sessions: exportPages(
        (last: SessionExportRow | undefined, limit) =>
          store.findForExport(memberId, last?.member_session_id, limit),
        { rowsMax: EXPORT_ROWS_MAX, show: ({ member_session_id: _, ...row }) => row },
      ),
      devices: await store.findDevicesForExport(memberId),
    }),
    forgetTraffic: (trx, memberId) => new SessionsStore(trx).forgetTraffic(memberId),
    isKnownDevice: async (phone, { hash }) =>
      hash !== null && (await store.isKnownDevice(phone, hash)),
    isOwnDevice: async (phone, { hash }) => hash !== null && (await store.isOwnDevice(phone, hash)),
    saveDevice,
    isKnownAddress: (phone, ip) => store.isKnownAddress(phone, ip),
  };
}
