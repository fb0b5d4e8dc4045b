import { randomUUID } from 'node:crypto';
import type { MemberId } from '@sangwian/contract/ids';
import { createLogger } from '@sangwian/node-kit/logger';
import { startTestApi, type TestApi } from '@sangwian/testkit/start-test-api';
import { type Kysely, sql, type Transaction } from 'kysely';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createDatabase } from '../../../platform/database/create-database.ts';
import type { Database } from '../../../schema/database.ts';
import {
  checkLedgerIfDue,
  checkRecentLedger,
  checkWholeLedger,
  observeLedgerChecks,
} from './check-ledger.ts';
import { LedgerCheckStore } from './ledger-check.store.ts';
import { createWallet, type Wallet } from './wallet.module.ts';

const HOUR_MS = 60 * 60_000;

let api: TestApi;
/** A connection as the owner of the tables, who can change transfers. */
let owner: Kysely<Database>;
let store: LedgerCheckStore;
let wallet: Wallet;
let now = new Date('2026-11-22T10:00:00Z');
let ann: MemberId;
const deps = () => ({ store, clock: () => now, logger: createLogger('test', 'silent') });

beforeAll(async () => {
  api = await startTestApi();
  owner = createDatabase(api.databaseUrl, createLogger('test', 'silent'), { connectionsMax: 2 });
  store = new LedgerCheckStore(api.db);
  wallet = createWallet(api.db);
});
afterAll(async () => {
  await owner.destroy();
  await api.close();
});
beforeEach(async () => {
  now = new Date(now.getTime() + 24 * HOUR_MS);
  ann = (await api.makeFan()).memberId;
});

const grant = (coins: number, memberId: MemberId = ann): Promise<unknown> =>
  api.db.transaction().execute((trx) => grantOn(trx, coins, memberId));
const grantOn = (trx: Transaction<Database>, coins: number, memberId: MemberId) =>
  wallet.grantCoins(trx, { memberId, coins, kind: 'grant', idempotencyKey: randomUUID() });

/** Changes the amount of a member's latest transfer, with all triggers disabled. */
async function tamper(memberId: MemberId, coins: number): Promise<void> {
  await owner.transaction().execute(async (trx) => {
    await sql`alter table transfer disable trigger transfer_immutable`.execute(trx);
    await sql`
      update transfer set amount_coins = ${coins} where transfer_id = (
        select transfer_id from transfer where member_id = ${memberId} order by transfer_id desc limit 1
      )`.execute(trx);
    await sql`alter table transfer enable trigger transfer_immutable`.execute(trx);
  });
}

/** Waits until the checkpoint has passed all commits. Transactions of other tests on this cluster delay it. */
const passCheckpoint = () =>
  expect.poll(async () => (await checkRecentLedger(deps())).transfers, { timeout: 20_000 }).toBe(0);

describe('a check of the ledger', () => {
  it('runs on one of many nodes, and not again within the hour', async () => {
    const checkOnAll = () => Promise.all([1, 2, 3].map(() => checkLedgerIfDue(deps())));
    const count = async () =>
      (
        await api.db
          .selectFrom('ledger_check')
          .select('scope')
          .where('checked_at', '=', now)
          .execute()
      ).length;
    await checkOnAll();
    await checkOnAll();
    expect(await count()).toBe(1);
    expect(await store.findLast()).toEqual({ checkedAt: now, faults: [] });
    now = new Date(now.getTime() + HOUR_MS);
    await checkOnAll();
    expect(await count()).toBe(1);
  });

  it('starts from its checkpoint and reads only later transfers', async () => {
    await grant(10);
    expect(await checkWholeLedger(deps())).toMatchObject({ scope: 'full', faults: [] });
    await passCheckpoint();
    await grant(20);
    await grant(5);
    expect(await checkRecentLedger(deps())).toMatchObject({
      scope: 'incremental',
      faults: [],
      transfers: 2,
    });
    await passCheckpoint();
  });

  it('finds a changed old transfer in a full check, and repeats full checks until the transfer is repaired', async () => {
    await grant(10);
    await checkWholeLedger(deps());
    await passCheckpoint();
    await tamper(ann, 11);
    expect((await checkRecentLedger(deps())).faults).toEqual([]);
    const fault = `member:${ann} holds 10, but its transfers sum to 11`;
    expect((await checkWholeLedger(deps())).faults).toEqual([fault]);
    expect(await checkRecentLedger(deps())).toMatchObject({ scope: 'full', faults: [fault] });
    await tamper(ann, 10);
    expect(await checkRecentLedger(deps())).toMatchObject({ scope: 'full', faults: [] });
    expect(await checkRecentLedger(deps())).toMatchObject({ scope: 'incremental', faults: [] });
  });

  it('finds a changed balance of an idle account within a day, and reports it again in later checks', async () => {
    await grant(10);
    await checkWholeLedger(deps());
    await passCheckpoint();
    const setBalance = (coins: number) =>
      sql`update account set balance_coins = ${coins} where member_id = ${ann}`.execute(owner);
    await setBalance(11);
    const found: (readonly string[])[] = [];
    for (let hour = 0; hour < 24; hour += 1) {
      now = new Date(now.getTime() + HOUR_MS);
      const { scope, faults } = await checkRecentLedger(deps());
      expect(scope).toBe('incremental');
      if (faults.length > 0) found.push(faults);
    }
    expect(found.length).toBeGreaterThan(0);
    for (const faults of found) {
      expect(faults).toEqual([
        `member:${ann} holds 11, but its transfers sum to 10`,
        `member:${ann} holds 11, but its history ends with 10`,
      ]);
    }
    now = new Date(now.getTime() + HOUR_MS);
    expect((await checkRecentLedger(deps())).faults).toEqual(found[0]);
    await setBalance(10);
    expect((await checkRecentLedger(deps())).faults).toEqual([]);
  });

  it('finds a changed new transfer in an incremental check, and reports it again in later checks', async () => {
    await grant(10);
    await checkWholeLedger(deps());
    await passCheckpoint();
    await grant(5);
    await tamper(ann, 6);
    const found = {
      scope: 'incremental',
      faults: [`member:${ann} holds 15, but its transfers sum to 16`],
    };
    expect(await checkRecentLedger(deps())).toMatchObject(found);
    await grant(1);
    found.faults = [`member:${ann} holds 16, but its transfers sum to 17`];
    expect(await checkRecentLedger(deps())).toMatchObject(found);
    await tamper(ann, 1);
    await owner.transaction().execute(async (trx) => {
      await sql`alter table transfer disable trigger transfer_immutable`.execute(trx);
      await sql`update transfer set amount_coins = 5 where member_id = ${ann} and amount_coins = 6`.execute(
        trx,
      );
      await sql`alter table transfer enable trigger transfer_immutable`.execute(trx);
    });
    expect((await checkRecentLedger(deps())).faults).toEqual([]);
  });

  it('includes a late commit whose transfer id and transaction id are older than the checkpoint', async () => {
    const bob = (await api.makeFan()).memberId;
    await checkWholeLedger(deps());
    await passCheckpoint();
    await api.db.transaction().execute(async (late) => {
      await grantOn(late, 7, ann);
      await grant(3, bob);
      // The later transfer is committed and checked, but the earlier transfer is not visible yet.
      expect(await checkRecentLedger(deps())).toMatchObject({ faults: [], transfers: 1 });
      await checkWholeLedger(deps());
    });
    await tamper(ann, 8);
    expect((await checkRecentLedger(deps())).faults).toEqual([
      `member:${ann} holds 7, but its transfers sum to 8`,
    ]);
    await tamper(ann, 7);
    expect(await checkRecentLedger(deps())).toMatchObject({ scope: 'incremental', faults: [] });
    await passCheckpoint();
    expect((await checkWholeLedger(deps())).faults).toEqual([]);
  });

  it('finds no faults while transfers commit concurrently in any order', async () => {
    await checkWholeLedger(deps());
    const fans = await Promise.all(
      Array.from({ length: 12 }, async () => (await api.makeFan()).memberId),
    );
    let isOver = false;
    const moving = Promise.all(
      fans.map(async (memberId, index) => {
        for (let turn = 1; turn <= 15; turn += 1) await grant(turn + index, memberId);
      }),
    ).finally(() => {
      isOver = true;
    });
    let checks = 0;
    while (!isOver) {
      expect((await checkRecentLedger(deps())).faults).toEqual([]);
      checks += 1;
    }
    await moving;
    expect(checks).toBeGreaterThan(2);
    expect((await checkRecentLedger(deps())).faults).toEqual([]);
    expect((await checkWholeLedger(deps())).faults).toEqual([]);
  });

  it('is a full check if the checkpoint is from another cluster, and saves no checkpoint while rows have later transaction ids', async () => {
    await grant(10);
    await checkWholeLedger(deps());
    await api.db.updateTable('ledger_checkpoint').set({ cluster: 'another' }).execute();
    expect(await checkRecentLedger(deps())).toMatchObject({
      scope: 'full',
      isCheckpointKept: true,
    });
    const setWriter = (written: string) =>
      owner.transaction().execute(async (trx) => {
        await sql`alter table transfer disable trigger transfer_immutable`.execute(trx);
        await sql`update transfer set written_by = ${sql.raw(written)} where member_id = ${ann}`.execute(
          trx,
        );
        await sql`alter table transfer enable trigger transfer_immutable`.execute(trx);
      });
    await setWriter('9000000000000');
    await api.db.updateTable('ledger_checkpoint').set({ cluster: 'another' }).execute();
    const restored = { scope: 'full', faults: [], isCheckpointKept: false };
    expect(await checkRecentLedger(deps())).toMatchObject(restored);
    expect(await checkRecentLedger(deps())).toMatchObject(restored);
    await setWriter('3');
    expect(await checkRecentLedger(deps())).toMatchObject({
      scope: 'full',
      isCheckpointKept: true,
    });
    expect(await checkRecentLedger(deps())).toMatchObject({ scope: 'incremental', faults: [] });
  });

  it('exports the age of the last good check as a metric, and no faults of a stale check', async () => {
    const registry = new Registry();
    observeLedgerChecks(registry, deps());
    await checkWholeLedger(deps());
    const read = async () => (await registry.metrics()).split('\n');
    expect(await read()).toEqual(
      expect.arrayContaining(['ledger_faults 0', 'ledger_good_check_age_seconds{scope="any"} 0']),
    );
    now = new Date(now.getTime() + 3 * HOUR_MS);
    expect(await read()).toEqual(
      expect.arrayContaining([
        'ledger_faults Nan',
        'ledger_good_check_age_seconds{scope="any"} 10800',
        'ledger_good_check_age_seconds{scope="full"} 10800',
      ]),
    );
    await sql`update account set balance_coins = 1 where member_id = ${ann}`.execute(api.db);
    await checkWholeLedger(deps());
    expect(await read()).toEqual(
      expect.arrayContaining([
        'ledger_faults 2',
        'ledger_good_check_age_seconds{scope="any"} 10800',
      ]),
    );
    await sql`update account set balance_coins = 0 where member_id = ${ann}`.execute(api.db);
  });
});
