import { randomUUID } from 'node:crypto';
import type { MemberId } from '@sangwian/contract/ids';
import { startTestApi, type TestApi } from '@sangwian/testkit/start-test-api';
import type { Transaction } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../../schema/database.ts';
import { createWallet, type Wallet } from './wallet.module.ts';

let api: TestApi;
let wallet: Wallet;
beforeAll(async () => {
  api = await startTestApi();
  wallet = createWallet(api.db);
});
afterAll(() => api.close());
afterEach(async () => {
  expect(await wallet.findFaults()).toEqual([]);
});

const fanWith = async (coins: number): Promise<MemberId> => (await api.makeFan({ coins })).memberId;
const within = <Result>(use: (trx: Transaction<Database>) => Promise<Result>) =>
  api.db.transaction().execute(use);

const spend = (memberId: MemberId, coins: number, idempotencyKey: string = randomUUID()) =>
  within((trx) =>
    wallet.spend(trx, { memberId, coins, to: 'revenue:premium', kind: 'unlock', idempotencyKey }),
  );

const buy = (memberId: MemberId, coins: number, idempotencyKey: string = randomUUID()) =>
  within((trx) =>
    wallet.credit(trx, { memberId, coins, from: 'sold', kind: 'purchase', idempotencyKey }),
  );

const clawBack = (memberId: MemberId, coins: number, bonus: number, idempotencyKey: string) =>
  within((trx) =>
    wallet.clawBack(trx, {
      memberId,
      parts: [
        { to: 'sold', coins },
        { to: 'granted', coins: bonus },
      ],
      kind: 'chargeback',
      idempotencyKey,
    }),
  );

test('spends the last coin once in twenty concurrent debits', async () => {
  const memberId = await fanWith(1);
  const settled = await Promise.allSettled(Array.from({ length: 20 }, () => spend(memberId, 1)));
  const refusals = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []));
  expect(refusals).toEqual(Array.from({ length: 19 }, () => 'balance_insufficient'));
  expect(await wallet.readBalance(memberId)).toBe(0);
});

test('takes nothing in a repeated debit, even from an empty wallet', async () => {
  const memberId = await fanWith(10);
  const key = randomUUID();
  expect(await spend(memberId, 10, key)).toBe(true);
  expect(await spend(memberId, 10, key)).toBe(false);
  await expect(spend(memberId, 9, key)).rejects.toMatchObject({ code: 'idempotency_conflict' });
});

test('empties the wallet in a clawback, and turns the rest into a debt', async () => {
  const memberId = await fanWith(0);
  await buy(memberId, 100);
  await spend(memberId, 70);
  const key = randomUUID();
  expect(await clawBack(memberId, 100, 5, key)).toBe(75);
  expect(await clawBack(memberId, 100, 5, key)).toBe(0);
  expect(await wallet.readWallet(memberId)).toEqual({ balance: 0, owed: 75 });
  await expect(spend(memberId, 1)).rejects.toMatchObject({ code: 'wallet_blocked' });
});

test('pays the debt first from a credit, once', async () => {
  const memberId = await fanWith(0);
  await clawBack(memberId, 50, 0, randomUUID());
  const key = randomUUID();
  await buy(memberId, 30, key);
  await buy(memberId, 30, key);
  expect(await wallet.readWallet(memberId)).toEqual({ balance: 0, owed: 20 });
  await Promise.all([buy(memberId, 15), buy(memberId, 15)]);
  expect(await wallet.readWallet(memberId)).toEqual({ balance: 10, owed: 0 });
  expect(await spend(memberId, 10)).toBe(true);
});

test('takes a clawback for a deleted member from the forfeited coins', async () => {
  const memberId = await fanWith(0);
  await buy(memberId, 100);
  await within((trx) => wallet.forfeit(trx, { memberId, expectedCoins: 100 }));
  expect(await clawBack(memberId, 100, 0, randomUUID())).toBe(0);
  expect(await wallet.readWallet(memberId)).toEqual({ balance: 0, owed: 0 });
});

test('opens a partner’s account once for concurrent first purchases', async () => {
  const fans = await Promise.all(Array.from({ length: 6 }, () => fanWith(0)));
  await Promise.all(
    fans.map((memberId) =>
      within((trx) =>
        wallet.credit(trx, {
          memberId,
          coins: 39,
          from: 'partner:sample',
          kind: 'purchase',
          idempotencyKey: randomUUID(),
        }),
      ),
    ),
  );
  expect(await Promise.all(fans.map((id) => wallet.readBalance(id)))).toEqual(fans.map(() => 39));
});
