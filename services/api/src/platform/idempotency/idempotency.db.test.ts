import { randomUUID } from 'node:crypto';
import type { MemberId } from '@sangwian/contract/ids';
import { startTestApi, type TestApi } from '@sangwian/testkit/start-test-api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWallet, type Wallet } from '../../domains/money/wallet/wallet.module.ts';
import { createIdempotency, type Idempotency, pruneAnswers } from './idempotency.module.ts';

let api: TestApi;
let wallet: Wallet;
let idempotency: Idempotency;
let memberId: MemberId;
beforeAll(async () => {
  api = await startTestApi();
  wallet = createWallet(api.db);
  idempotency = createIdempotency(api.db);
  ({ memberId } = await api.makeFan());
});
afterAll(() => api.close());

const callOf = (idempotencyKey: string, request: unknown = { coins: 5 }) => ({
  memberId,
  operation: 'POST /order' as const,
  idempotencyKey,
  request,
});

/** Grants 5 coins once for a key. */
const grantOnce = (key: string, request?: unknown) =>
  idempotency.once(callOf(key, request), async (trx) => {
    await wallet.grantCoins(trx, {
      memberId,
      coins: 5,
      kind: 'grant',
      idempotencyKey: randomUUID(),
    });
    return { at: key };
  });

test('a repeated call has one effect and the same result', async () => {
  const before = await wallet.readBalance(memberId);
  const key = randomUUID();
  expect([await grantOnce(key), await grantOnce(key)]).toEqual([{ at: key }, { at: key }]);
  expect(await wallet.readBalance(memberId)).toBe(before + 5);
});

test('simultaneous calls with one key have one effect, and return its result or idempotency_in_progress', async () => {
  const before = await wallet.readBalance(memberId);
  const key = randomUUID();
  const settled = await Promise.allSettled(Array.from({ length: 50 }, () => grantOnce(key)));
  const refusals = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []));
  expect(refusals.filter((code) => code !== 'idempotency_in_progress')).toEqual([]);
  expect(await wallet.readBalance(memberId)).toBe(before + 5);
});

test('refuses the same key with another request, but ignores the order of fields', async () => {
  const key = randomUUID();
  await grantOnce(key, { a: 1, b: [1, { c: 2 }], file: Buffer.from('slip') });
  await expect(
    grantOnce(key, { file: Buffer.from('slip'), b: [1, { c: 2 }], a: 1 }),
  ).resolves.toEqual({ at: key });
  for (const other of [{ a: 1 }, { a: '1', b: [1, { c: 2 }] }, { file: Buffer.from('slap') }]) {
    await expect(grantOnce(key, other)).rejects.toMatchObject({ code: 'idempotency_conflict' });
  }
});

test('a throw rolls back the effect, and the key can be used again', async () => {
  const key = randomUUID();
  await expect(
    idempotency.once(callOf(key), () => Promise.reject(new Error('no'))),
  ).rejects.toThrow('no');
  await expect(grantOnce(key)).resolves.toEqual({ at: key });
});

test('keys are separate for each endpoint and each member', async () => {
  const key = randomUUID();
  await grantOnce(key);
  const other = { ...callOf(key), operation: 'POST /redeem/useRedeem' as const };
  await expect(idempotency.once(other, async () => 'second')).resolves.toBe('second');
  const { memberId: stranger } = await api.makeFan();
  const ofStranger = { ...callOf(key), memberId: stranger };
  await expect(idempotency.once(ofStranger, async () => 'third')).resolves.toBe('third');
});

test('prunes stored results after thirty days, and their keys have no second effect', async () => {
  const [old, young] = [randomUUID(), randomUUID()];
  await grantOnce(old);
  await grantOnce(young);
  const after = await wallet.readBalance(memberId);
  await api.db
    .updateTable('idempotency_key')
    .set({ created_at: new Date('2026-01-01T00:00:00Z') })
    .where('idempotency_key', '=', old)
    .execute();
  const clock = () => new Date();
  expect(await pruneAnswers({ db: api.db, clock })).toBe(1);
  expect(await pruneAnswers({ db: api.db, clock })).toBe(0);
  await expect(grantOnce(old)).rejects.toMatchObject({ code: 'idempotency_expired' });
  expect(await grantOnce(young)).toEqual({ at: young });
  expect(await wallet.readBalance(memberId)).toBe(after);
});

test('deletes the stored results of a deleted account, and its keys stay used', async () => {
  const key = randomUUID();
  await grantOnce(key);
  await api.db.transaction().execute((trx) => idempotency.forgetMember(trx, memberId));
  const rows = await api.db.selectFrom('idempotency_key').selectAll().execute();
  expect(rows.filter(({ member_id }) => member_id === memberId)).toEqual([]);
  await expect(grantOnce(key)).rejects.toMatchObject({ code: 'idempotency_expired' });
});
