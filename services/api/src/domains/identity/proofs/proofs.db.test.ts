import { createLogger } from '@sangwian/node-kit/logger';
import { createTestDatabase, type TestDatabase } from '@sangwian/testkit/test-database';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createDatabase } from '../../../platform/database/create-database.ts';
import type { Database } from '../../../schema/database.ts';
import { createWallet } from '../../money/wallet/wallet.module.ts';
import { createMembers } from '../members/members.module.ts';
import { createProofs, type ExpectedProof, type Proofs } from './proofs.module.ts';

const PHONE = '+66812345678';

let database: TestDatabase;
let db: Kysely<Database>;
let now: Date;
let proofs: Proofs;

beforeAll(async () => {
  database = await createTestDatabase();
  db = createDatabase(database.url, createLogger('test', 'silent'));
});
beforeEach(() => {
  now = new Date('2026-11-21T12:00:00Z');
  proofs = createProofs(db, () => now);
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

const makeMember = () =>
  db.transaction().execute((trx) =>
    createMembers(db, createWallet(db)).createMember(trx, {
      firstName: 'ก',
      lastName: 'ข',
      phone: null,
      password: null,
    }),
  );
const take = (token: string, expected: ExpectedProof) =>
  db.transaction().execute((trx) => proofs.use(trx, token, expected));
const refused = { code: 'otp_token_invalid' };

test('a proof works once, for its purpose and phone only', async () => {
  const { token } = await proofs.issue(db, {
    purpose: 'register',
    phone: PHONE,
    payload: { subject: 'U1' },
  });
  await expect(take(token, { purpose: 'reset', phone: PHONE })).rejects.toMatchObject(refused);
  await expect(take(token, { purpose: 'register', phone: '+66811111111' })).rejects.toMatchObject(
    refused,
  );
  expect(await take(token, { purpose: 'register', phone: PHONE })).toEqual({
    phone: PHONE,
    memberId: null,
    payload: { subject: 'U1' },
  });
  await expect(
    take(token, { purpose: 'register', refusal: 'registration_token_invalid' }),
  ).rejects.toMatchObject({ code: 'registration_token_invalid' });
});

test('a rollback makes a used proof valid again', async () => {
  const { token } = await proofs.issue(db, { purpose: 'reset', phone: PHONE });
  await expect(
    db.transaction().execute(async (trx) => {
      await proofs.use(trx, token, { purpose: 'reset' });
      throw new Error('what it was for did not work');
    }),
  ).rejects.toThrow('did not work');
  await take(token, { purpose: 'reset' });
});

test('one of many concurrent requests can use a proof', async () => {
  const { token } = await proofs.issue(db, { purpose: 'reset', phone: PHONE });
  const outcomes = await Promise.allSettled(
    Array.from({ length: 10 }, () => take(token, { purpose: 'reset' })),
  );
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('checking a proof does not use it up, and throws the same errors', async () => {
  const { token, expiresAt } = await proofs.issue(db, { purpose: 'reset', phone: PHONE });
  expect(await proofs.check(token, { purpose: 'reset' })).toEqual({
    phone: PHONE,
    memberId: null,
    payload: null,
  });
  for (const expected of [
    { purpose: 'link' },
    { purpose: 'reset', phone: '+66811111111' },
  ] as const) {
    await expect(proofs.check(token, expected)).rejects.toMatchObject(refused);
  }
  await expect(proofs.check('other', { purpose: 'reset' })).rejects.toMatchObject(refused);
  await take(token, { purpose: 'reset' });
  await expect(proofs.check(token, { purpose: 'reset' })).rejects.toMatchObject(refused);
  const next = await proofs.issue(db, { purpose: 'reset', phone: PHONE });
  now = expiresAt;
  await expect(proofs.check(next.token, { purpose: 'reset' })).rejects.toMatchObject(refused);
});

test('voiding the proofs of a member and purpose leaves other proofs valid', async () => {
  const memberId = await makeMember();
  const [byPhone, byPin, other, stranger] = await Promise.all([
    proofs.issue(db, { purpose: 'reset', phone: PHONE }),
    proofs.issue(db, { purpose: 'reset', memberId }),
    proofs.issue(db, { purpose: 'delete', phone: PHONE, memberId }),
    proofs.issue(db, { purpose: 'reset', phone: '+66811111111' }),
  ]);
  await db
    .transaction()
    .execute((trx) => proofs.voidAll(trx, { purpose: 'reset', memberId, phone: PHONE }));
  for (const { token } of [byPhone, byPin]) {
    await expect(take(token, { purpose: 'reset' })).rejects.toMatchObject(refused);
  }
  await take(other.token, { purpose: 'delete' });
  await take(stranger.token, { purpose: 'reset' });
});

test('a proof expires and is pruned', async () => {
  const { token, expiresAt } = await proofs.issue(db, { purpose: 'reset', phone: PHONE });
  now = expiresAt;
  await expect(take(token, { purpose: 'reset' })).rejects.toMatchObject(refused);
  now = new Date(expiresAt.getTime() + 1);
  await proofs.deleteExpired();
  expect(
    await db.selectFrom('proof').selectAll().where('expires_at', '=', expiresAt).execute(),
  ).toEqual([]);
});
