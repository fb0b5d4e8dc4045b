import { randomUUID } from 'node:crypto';
import type { MemberId } from '@sangwian/contract/ids';
import { createLogger } from '@sangwian/node-kit/logger';
import { createTestDatabase, type TestDatabase } from '@sangwian/testkit/test-database';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase } from '../../../platform/database/create-database.ts';
import type { Database } from '../../../schema/database.ts';
import { createMembers, type Members } from '../../identity/members/members.module.ts';
import { createWallet, type Wallet } from './wallet.module.ts';

let database: TestDatabase;
let db: Kysely<Database>;
let wallet: Wallet;
let members: Members;
beforeAll(async () => {
  database = await createTestDatabase();
  db = createDatabase(database.serviceUrl, createLogger('test', 'silent'));
  wallet = createWallet(db);
  members = createMembers(db, wallet);
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

const makeMember = (): Promise<MemberId> =>
  db
    .transaction()
    .execute((trx) =>
      members.createMember(trx, { firstName: 'ก', lastName: 'ข', phone: null, password: null }),
    );

const grant = (memberId: MemberId, coins: number, key: string): Promise<boolean> =>
  db
    .transaction()
    .execute((trx) =>
      wallet.grantCoins(trx, { memberId, coins, kind: 'grant', idempotencyKey: key }),
    );

test('returns a balance of 0 for a new wallet and for a member without a wallet', async () => {
  expect(await wallet.readBalance(await makeMember())).toBe(0);
  expect(await wallet.readBalance(randomUUID() as MemberId)).toBe(0);
});

test('records a grant as a balanced transfer from the house', async () => {
  const member = await makeMember();
  expect(await grant(member, 2_000, randomUUID())).toBe(true);
  expect(await wallet.readBalance(member)).toBe(2_000);
  expect(await wallet.findFaults()).toEqual([]);
});

test('has one effect for concurrent calls with one key', async () => {
  const member = await makeMember();
  const key = randomUUID();
  const moved = await Promise.all(Array.from({ length: 20 }, () => grant(member, 100, key)));
  expect(moved.filter(Boolean)).toHaveLength(1);
  expect(await wallet.readBalance(member)).toBe(100);
});

test('refuses a key for a different credit', async () => {
  const member = await makeMember();
  const key = randomUUID();
  await grant(member, 100, key);
  await expect(grant(member, 101, key)).rejects.toMatchObject({ code: 'idempotency_conflict' });
  await expect(grant(await makeMember(), 100, key)).rejects.toMatchObject({
    code: 'idempotency_conflict',
  });
  expect(await wallet.readBalance(member)).toBe(100);
});

test('adds up concurrent grants to many members', async () => {
  const fans = await Promise.all(Array.from({ length: 8 }, makeMember));
  await Promise.all(
    Array.from({ length: 200 }, (_, index) =>
      grant(fans[index % fans.length] as MemberId, 1 + (index % 3), randomUUID()),
    ),
  );
  const balances = await Promise.all(fans.map((fan) => wallet.readBalance(fan)));
  const total = Array.from({ length: 200 }, (_, index) => 1 + (index % 3));
  expect(balances.reduce((sum, coins) => sum + coins)).toBe(total.reduce((sum, n) => sum + n));
  expect(await wallet.findFaults()).toEqual([]);
});

test.each([0, -1, 1.5, Number.NaN, 2 ** 53])('%d is not a valid amount of coins', async (coins) => {
  const member = await makeMember();
  await expect(grant(member, coins, randomUUID())).rejects.toThrow(RangeError);
});

test('leaves nothing of a rolled back grant', async () => {
  const member = await makeMember();
  const key = randomUUID();
  await expect(
    db.transaction().execute(async (trx) => {
      await wallet.grantCoins(trx, {
        memberId: member,
        coins: 5,
        kind: 'grant',
        idempotencyKey: key,
      });
      throw new Error('changed my mind');
    }),
  ).rejects.toThrow('changed my mind');
  expect(await wallet.readBalance(member)).toBe(0);
  expect(await grant(member, 5, key)).toBe(true);
});

test('lets the database refuse a negative wallet and a changed transfer', async () => {
  const member = await makeMember();
  await grant(member, 10, randomUUID());
  await expect(
    sql`update account set balance_coins = -1 where member_id = ${member}`.execute(db),
  ).rejects.toThrow('account_balance_check');
  const owner = createDatabase(database.url, createLogger('test', 'silent'));
  await expect(sql`update transfer set amount_coins = 1`.execute(owner)).rejects.toThrow(
    'immutable',
  );
  await expect(sql`delete from transfer`.execute(owner)).rejects.toThrow('immutable');
  await owner.destroy();
});

test('lets the database refuse a transfer of unknown accounts or in an unrelated history', async () => {
  const [ann, bob] = [await makeMember(), await makeMember()];
  const transfer = (from: string, to: string, member: string) =>
    sql`
      insert into transfer (debit_account_id, credit_account_id, amount_coins, kind, idempotency_key,
        member_id, balance_after_coins)
      select coalesce(debit.account_id, uuidv7()), coalesce(credit.account_id, uuidv7()), 1, 'grant',
        ${randomUUID()}, ${member}, 1
      from (values (1)) as one
      left join account as debit on debit.name = ${from}
      left join account as credit on credit.name = ${to}
    `.execute(db);
  for (const [from, to, member] of [
    ['granted', 'nobody', ann],
    ['nobody', `member:${ann}`, ann],
    ['granted', `member:${ann}`, bob],
    ['granted', 'sold', ann],
  ] as const) {
    await expect(transfer(from, to, member)).rejects.toThrow('between accounts that are there');
  }
});

test('gives the services’ database role no right to change transfers or tables', async () => {
  await grant(await makeMember(), 10, randomUUID());
  for (const statement of [
    sql`update transfer set kind = 'grant'`,
    sql`delete from transfer`,
    sql`truncate transfer`,
    sql`alter table transfer disable trigger all`,
    sql`drop trigger transfer_immutable on transfer`,
    sql`create table loot (coins bigint)`,
    sql`delete from kysely_migration`,
    sql`delete from schema_function`,
  ]) {
    await expect(statement.execute(db)).rejects.toThrow(/permission denied|must be owner/);
  }
});

test('reports a balance that differs from its transfers in findFaults', async () => {
  const member = await makeMember();
  await grant(member, 10, randomUUID());
  await sql`update account set balance_coins = 11 where member_id = ${member}`.execute(db);
  expect(await wallet.findFaults()).toEqual([
    `member:${member} holds 11, but its transfers sum to 10`,
    `member:${member} holds 11, but its history ends with 10`,
  ]);
  await sql`update account set balance_coins = 10 where member_id = ${member}`.execute(db);
  expect(await wallet.findFaults()).toEqual([]);
});
