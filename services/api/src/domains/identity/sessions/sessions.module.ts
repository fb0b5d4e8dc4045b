import type { MemberId } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Kysely, Transaction } from 'kysely';
import type { Bus } from '../../../platform/bus/bus.ts';
import type { Device } from '../../../platform/http/caller-cookies.ts';
import type { Bearer } from '../../../platform/http/handler.ts';
import { exportPages } from '../../../platform/http/read-pages.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Database } from '../../../schema/database.ts';
import { SessionCache } from './session-cache.ts';
import {
  freshUntil,
  isTouchDue,
  refusalOf,
  SESSION_LIMITS,
  sessionEnd,
  standingOf,
} from './session-rules.ts';
import { type EndedSession, SessionsStore } from './sessions.store.ts';
import { createToken, hashToken } from './token.ts';

export { refusalOf, standingOf } from './session-rules.ts';
export type { EndedSession } from './sessions.store.ts';

const EXPORT_ROWS_MAX = 10_000;
type SessionExportRow = Awaited<ReturnType<SessionsStore['findForExport']>>[number];
const CACHE_ENTRIES_MAX = 50_000;
const CACHE_FRESH_MS = 20_000;

export interface SessionOrigin {
  readonly memberId: MemberId;
  readonly userAgent: string;
  readonly ip: string;
  /** Known from now on as one that this member has signed in on. */
  readonly device?: Device;
}

export interface OpenSession {
  readonly member_session_id: string;
  readonly user_agent: string;
  readonly created_at: Date;
  readonly last_seen_at: Date;
}

/** Sign-ins, for the other modules. */
export interface Sessions {
  /**
   * Starts a session and gives its token, which is told this once.
   *
   * @throws {ApiError} where the member was barred or deleted since it was looked up: the refusal of its standing, or
   *   `password_invalid` as for somebody unknown
   */
  start(origin: SessionOrigin): Promise<{ token: string; sessionId: string }>;
  /**
   * Who stands behind a token: from memory where it was good a moment ago.
   *
   * @throws {ApiError} `token_invalid`; `member_banned`, `member_suspended`, `member_closed` with reason and time
   */
  authenticate(token: string): Promise<Bearer>;
  /** Ends sessions; the rest of the process hears `session:revoked` once that is committed. */
  revoke(memberId: MemberId, sessionIds: readonly string[]): Promise<void>;
  /** Ends a session from another device. The device is no known one any more: it may be lost, or a thief's. */
  putOut(memberId: MemberId, sessionId: string): Promise<void>;
  /**
   * Ends every session of a member but the kept one, and knows their devices no more, inside the transaction of what
   * ends them: so both are committed or neither.
   *
   * @returns tells the rest of the process; to be called once that is committed
   */
  endAll(trx: Transaction<Database>, memberId: MemberId, kept?: string): Promise<() => void>;
  /** Sign-ins that are good, the latest used first. */
  list(memberId: MemberId): Promise<readonly OpenSession[]>;
  /**
   * Whether whoever is signed in has shown a moment ago to be the owner: by the sign-in, or since then. A sign-in that
   * was left open somewhere is not enough for what would make another way in, or take one away.
   *
   * @returns until when that counts
   * @throws {ApiError} `proof_needed`
   */
  requireFresh(bearer: Bearer): Promise<Date>;
  /** Returns until when `requireFresh` allows, which may be over. */
  findFreshUntil(bearer: Bearer): Promise<Date>;
  /** The owner has shown to be it, by a password or a PIN. */
  confirm(bearer: Bearer): Promise<void>;
  /** Of these sessions those that are over, and how their members stand. */
  findEnded(sessionIds: readonly string[]): Promise<readonly EndedSession[]>;
  /** What is held of a member here, for its export. */
  exportOf(memberId: MemberId): Promise<Record<string, unknown>>;
  /** Forgets from where and with what a deleted member signed in. */
  forgetTraffic(trx: Transaction<Database>, memberId: MemberId): Promise<void>;
  /** Whether the member of this phone has signed in on this device before. */
  isKnownDevice(phone: string, device: Device): Promise<boolean>;
  /**
   * Whether this device has signed in as the member of this phone, or proved the phone. Unlike `isKnownDevice` this
   * survives a password reset: it gives a budget of attempts and no other right.
   */
  isOwnDevice(phone: string, device: Device): Promise<boolean>;
  /** The device has proved the phone of this member: from now on `isOwnDevice` holds. */
  keepDevice(on: Kysely<Database>, memberId: MemberId, deviceHash: Buffer): Promise<void>;
  /** Whether the member of this phone has signed in from this address before. */
  isKnownAddress(phone: string, ip: string): Promise<boolean>;
}

/**
 * Ends every sign-in of a partner's members, in the transaction that switches the partner off. Nodes that run meanwhile
 * find out by themselves, within half a minute.
 */
export const endSessionsOfSystem = (
  trx: Transaction<Database>,
  mapSystemId: string,
  now: Date,
): Promise<void> => new SessionsStore(trx).revokeOfSystem(mapSystemId, now);

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
    // While revocations of other nodes do not arrive, the database says who is signed in.
    const cached = bus.isHearing() ? cache.get(key) : null;
    if (cached !== null) return cached;
    const { revision } = cache;
    const row = await store.findByTokenHash(tokenHash);
    if (row === undefined || row.expires_at <= now) throw new ApiError('token_invalid');
    // A ban ends the sessions too, but the member is notified of the ban, not of the ended session.
    const refusal = row.deleted_at === null ? refusalOf(standingOf(row)) : null;
    if (refusal !== null) throw refusal;
    if (row.revoked_at !== null || row.deleted_at !== null) throw new ApiError('token_invalid');
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
  };
}

const createKeepDevice =
  (clock: Clock) =>
  async (on: Kysely<Database>, memberId: MemberId, deviceHash: Buffer): Promise<void> => {
    const kept = { now: clock(), keptMax: SESSION_LIMITS.devicesPerMemberMax };
    await new SessionsStore(on).keepDevice(memberId, deviceHash, kept);
  };

interface StartDeps {
  readonly db: Kysely<Database>;
  readonly clock: Clock;
  readonly store: SessionsStore;
  readonly revoke: (memberId: MemberId, sessionIds: readonly string[]) => Promise<void>;
  readonly keepDevice: ReturnType<typeof createKeepDevice>;
}

function createStart({ db, clock, store, revoke, keepDevice }: StartDeps) {
  /** Why no session could be started: the member was barred or deleted since it was looked up. */
  async function refusalToStart(memberId: MemberId): Promise<ApiError> {
    const row = await store.findStanding(memberId);
    if (row === undefined) return new ApiError('password_invalid');
    return refusalOf(standingOf(row)) ?? new ApiError('unavailable');
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
      expiresAt: sessionEnd(now),
    });
    if (sessionId === undefined) throw await refusalToStart(memberId);
    if (deviceHash !== null) await keepDevice(db, memberId, deviceHash);
    await revoke(
      memberId,
      await store.findOlderThanNewest(memberId, SESSION_LIMITS.perMemberMax, now),
    );
    return { token, sessionId };
  };
}

/** The sessions of this node. */
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
    const provenAt = await store.findProven(memberId, sessionId);
    // Signed out since the call began: nothing to be proven any more.
    if (provenAt === undefined) throw new ApiError('token_invalid');
    return freshUntil(provenAt);
  }

  const keepDevice = createKeepDevice(clock);
  const start = createStart({ db, clock, store, revoke, keepDevice });
  return {
    start,
    authenticate: createAuthenticate({ bus, clock, store, cache }),
    revoke,
    putOut: async (memberId, sessionId) => {
      await store.forgetDeviceOf(memberId, sessionId);
      await revoke(memberId, [sessionId]);
    },
    endAll: async (trx, memberId, kept) => {
      const within = new SessionsStore(trx);
      const now = clock();
      const open = await within.findOpen(memberId, now);
      const ids = open.map((session) => session.member_session_id).filter((id) => id !== kept);
      const sessionIds = await within.revoke(memberId, ids, now);
      await within.forgetDevices(memberId, kept ?? null);
      return () => {
        if (sessionIds.length > 0) bus.publish('session:revoked', { memberId, sessionIds });
      };
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
    keepDevice,
    isKnownAddress: (phone, ip) => store.isKnownAddress(phone, ip),
  };
}
