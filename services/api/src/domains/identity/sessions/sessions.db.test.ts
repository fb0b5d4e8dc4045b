import { createHash } from 'node:crypto';
import type { MemberId } from '@sangwian/contract/ids';
import { createLogger } from '@sangwian/node-kit/logger';
import { createTestDatabase, type TestDatabase } from '@sangwian/testkit/test-database';
import type { Kysely } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Bus, createInProcessBus } from '../../../platform/bus/bus.ts';
import { createDatabase } from '../../../platform/database/create-database.ts';
import type { Device } from '../../../platform/http/caller-cookies.ts';
import type { Database } from '../../../schema/database.ts';
import { createWallet } from '../../money/wallet/wallet.module.ts';
import { createMembers } from '../members/members.module.ts';
import { SESSION_LIMITS } from './session-rules.ts';
import { createSessions, createSessionTasks, type Sessions } from './sessions.module.ts';

const PHONE = '+66812345678';
const DAY_MS = 24 * 60 * 60 * 1000;

let database: TestDatabase;
let db: Kysely<Database>;
let bus: Bus;
let now: Date;
let sessions: Sessions;
let memberId: MemberId;

const start = () => sessions.start({ memberId, userAgent: 'test', ip: '192.0.2.1' });
const later = (ms: number): void => {
  now = new Date(now.getTime() + ms);
};

beforeAll(async () => {
  database = await createTestDatabase();
  db = createDatabase(database.url, createLogger('test', 'silent'));
});
beforeEach(async () => {
  bus = createInProcessBus();
  now = new Date('2026-11-21T12:00:00Z');
  sessions = createSessions(db, bus, () => now);
  const members = createMembers(db, createWallet(db));
  memberId = await db
    .transaction()
    .execute((trx) =>
      members.createMember(trx, { firstName: 'ก', lastName: 'ข', phone: null, password: null }),
    );
});
afterEach(() => db.updateTable('member').set({ phone: null }).execute());
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

test('a token has 256 random bits and is not stored', async () => {
  const { token, sessionId } = await start();
  expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  const row = await db
    .selectFrom('member_session')
    .selectAll()
    .where('member_session_id', '=', sessionId)
    .executeTakeFirstOrThrow();
  expect(JSON.stringify(row)).not.toContain(token);
  expect(row.token_hash).toHaveLength(32);
  expect(await sessions.authenticate(token)).toEqual({ memberId, sessionId, external: false });
});

test('a session expires 30 days after its last use', async () => {
  const { token } = await start();
  for (const _ of [1, 2]) {
    later(29 * DAY_MS);
    await sessions.authenticate(token);
  }
  later(30 * DAY_MS);
  await expect(sessions.authenticate(token)).rejects.toMatchObject({ code: 'token_invalid' });
});

test('a session that is used every day expires 90 days after its sign-in', async () => {
  const { token } = await start();
  for (let day = 1; day < 90; day += 1) {
    later(DAY_MS);
    await sessions.authenticate(token);
  }
  later(DAY_MS);
  await expect(sessions.authenticate(token)).rejects.toMatchObject({ code: 'token_invalid' });
});

test('the time of last use is stored at most once an hour', async () => {
  const { token, sessionId } = await start();
  const lastSeen = async (): Promise<Date> => {
    const row = await db
      .selectFrom('member_session')
      .select('last_seen_at')
      .where('member_session_id', '=', sessionId)
      .executeTakeFirstOrThrow();
    return row.last_seen_at;
  };
  const began = now;
  later(SESSION_LIMITS.touchMs - 1);
  await sessions.authenticate(token);
  expect(await lastSeen()).toEqual(began);
  // The time is now beyond the lifetime of the cache entry.
  later(60_000);
  await sessions.authenticate(token);
  expect(await lastSeen()).toEqual(now);
});

test('a revocation is published once, after its transaction has committed', async () => {
  const { token, sessionId } = await start();
  await sessions.authenticate(token);
  const heard: unknown[] = [];
  bus.subscribe('session:revoked', (event) => heard.push(event));
  await sessions.revoke(memberId, [sessionId]);
  await sessions.revoke(memberId, [sessionId]);
  expect(heard).toEqual([{ memberId, sessionIds: [sessionId] }]);
  await expect(sessions.authenticate(token)).rejects.toMatchObject({ code: 'token_invalid' });
});

test('a revocation on another node evicts the cache entry through the bus', async () => {
  const { token, sessionId } = await start();
  await sessions.authenticate(token);
  await createSessions(db, createInProcessBus(), () => now).revoke(memberId, [sessionId]);
  // The entry is cached until the event arrives.
  expect((await sessions.authenticate(token)).memberId).toBe(memberId);
  bus.publish('session:revoked', { memberId, sessionIds: [sessionId] });
  await expect(sessions.authenticate(token)).rejects.toMatchObject({ code: 'token_invalid' });
});

test('a revocation that the bus loses takes effect within 20 seconds', async () => {
  const { token, sessionId } = await start();
  await sessions.authenticate(token);
  await createSessions(db, createInProcessBus(), () => now).revoke(memberId, [sessionId]);
  later(20_000);
  await expect(sessions.authenticate(token)).rejects.toMatchObject({ code: 'token_invalid' });
});

test('a bearer that is read during its revocation is not cached', async () => {
  for (const _ of Array.from({ length: 20 })) {
    const { token, sessionId } = await start();
    await Promise.allSettled([
      sessions.authenticate(token),
      sessions.revoke(memberId, [sessionId]),
      sessions.authenticate(token),
    ]);
    await expect(sessions.authenticate(token)).rejects.toMatchObject({ code: 'token_invalid' });
  }
});

test('a banned member gets the error of the ban, not of the revoked session', async () => {
  const { token, sessionId } = await start();
  await sessions.authenticate(token);
  await db
    .updateTable('member')
    .set({ status: 'ban', status_since: now })
    .where('member_id', '=', memberId)
    .execute();
  bus.publish('member:barred', { memberId, status: 'ban' });
  await expect(sessions.authenticate(token)).rejects.toMatchObject({ code: 'member_banned' });
  await sessions.revoke(memberId, [sessionId]);
  await expect(sessions.authenticate(token)).rejects.toMatchObject({ code: 'member_banned' });
});

test('a session is not revoked if the given member does not own it', async () => {
  const { token, sessionId } = await start();
  await sessions.revoke('01920000-0000-7000-8000-000000000000' as MemberId, [sessionId]);
  expect((await sessions.authenticate(token)).sessionId).toBe(sessionId);
});

/** Returns the device that keeps this secret. */
const deviceOf = (secret: string): Device => ({
  hash: createHash('sha256').update(secret).digest(),
  remember: () => createHash('sha256').update(secret).digest(),
});
const startOn = (device: Device) =>
  sessions.start({ memberId, userAgent: 'test', ip: '192.0.2.1', device });
const revokeAll = async (kept?: string): Promise<void> => {
  const publish = await db.transaction().execute((trx) => sessions.revokeAll(trx, memberId, kept));
  publish();
};

test('a device stays known after signing out, but not after another device has revoked its session', async () => {
  await db.updateTable('member').set({ phone: PHONE }).where('member_id', '=', memberId).execute();
  const [phone, laptop] = [deviceOf('phone'), deviceOf('laptop')];
  const isKnown = (device: Device) => sessions.isKnownDevice(PHONE, device);
  const first = await startOn(phone);
  await sessions.revoke(memberId, [first.sessionId]);
  expect(await isKnown(phone)).toBe(true);
  expect(await isKnown(laptop)).toBe(false);
  expect(await sessions.isKnownDevice('+66811111111', phone)).toBe(false);
  await startOn(laptop);
  const { token, sessionId } = await startOn(phone);
  await sessions.revokeDevice(memberId, sessionId);
  await expect(sessions.authenticate(token)).rejects.toMatchObject({ code: 'token_invalid' });
  expect([await isKnown(phone), await isKnown(laptop)]).toEqual([false, true]);
  const kept = await startOn(phone);
  await revokeAll(kept.sessionId);
  expect([await isKnown(phone), await isKnown(laptop)]).toEqual([true, false]);
  await revokeAll();
  expect(await isKnown(phone)).toBe(false);
});

test('revokes all sessions of a member except one', async () => {
  const [kept, other, third] = [await start(), await start(), await start()];
  await revokeAll(kept.sessionId);
  expect((await sessions.authenticate(kept.token)).sessionId).toBe(kept.sessionId);
  for (const { token } of [other, third]) {
    await expect(sessions.authenticate(token)).rejects.toMatchObject({ code: 'token_invalid' });
  }
  await revokeAll();
  await expect(sessions.authenticate(kept.token)).rejects.toMatchObject({ code: 'token_invalid' });
});

test('revokes the oldest session when a member has more than a hundred', async () => {
  const first = await start();
  later(1_000);
  for (let count = 1; count < SESSION_LIMITS.perMemberMax; count += 1) await start();
  expect((await sessions.authenticate(first.token)).sessionId).toBe(first.sessionId);
  later(1_000);
  await start();
  await expect(sessions.authenticate(first.token)).rejects.toMatchObject({ code: 'token_invalid' });
});

test('a session is deleted 90 days after its end, unless another table refers to it', async () => {
  const [old, owning] = [await start(), await start()];
  later((SESSION_LIMITS.daysMax + SESSION_LIMITS.endedKeptDays) * DAY_MS);
  const recent = await start();
  await db
    .insertInto('push_subscription')
    .values({
      member_id: memberId,
      member_session_id: owning.sessionId,
      endpoint: 'https://push.example/1',
      endpoint_hash: createHash('sha256').update('1').digest(),
      p256dh: Buffer.alloc(65, 4),
      auth: Buffer.alloc(16),
      language: 'TH',
      created_at: now,
    })
    .execute();
  const [task] = createSessionTasks(db, () => now);
  const ids = async () =>
    (await db.selectFrom('member_session').select('member_session_id').execute()).map(
      (row) => row.member_session_id,
    );
  await task?.run(new AbortController().signal, {});
  expect(await ids()).toContain(old.sessionId);
  later(1);
  await task?.run(new AbortController().signal, {});
  const left = await ids();
  expect(left).not.toContain(old.sessionId);
  expect(left).toEqual(expect.arrayContaining([owning.sessionId, recent.sessionId]));
});
