import { randomUUID } from 'node:crypto';
import {
  startTestApi,
  type TestApi,
  type TestFan,
  type TestStaff,
} from '@sangwian/testkit/start-test-api';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createWallet } from '../wallet/wallet.module.ts';

const LIMIT = 1_000;
const HOUR_MS = 3_600_000;

let now = new Date();
let api: TestApi;
let owner: TestStaff;
/** Creates a cashier who has made no adjustments yet. */
let cashier: TestStaff;
let fan: TestFan;
beforeAll(async () => {
  api = await startTestApi({ clock: () => now });
});
afterAll(() => api.close());
beforeEach(async () => {
  now = new Date();
  owner = await api.makeStaff('owner', 'Anong');
  cashier = await api.makeStaff('cashier', 'Malee');
  fan = await api.makeFan({ coins: 500 });
});

const post = (who: TestStaff, path: string, body: object = {}) =>
  api.call(`POST /operator/${path}`, { headers: who.headers, body });
const ask = (who: TestStaff, coins: number, id: string = randomUUID()) =>
  post(who, `member/${fan.memberId}/adjustment`, { adjustment_id: id, coins, reason: 'ชดเชย' });
const confirm = (who: TestStaff, id: string) => post(who, `adjustment/${id}/confirm`);
const refuse = (who: TestStaff, id: string) =>
  post(who, `adjustment/${id}/refuse`, { reason: 'ไม่มีหลักฐาน' });
const balance = () => createWallet(api.db).readBalance(fan.memberId);
const faults = () => createWallet(api.db).findFaults();
const resultsOf = (answers: readonly { status: number; body: { status?: string } }[]) =>
  answers.map(({ status, body }) => (status === 200 ? 'ok' : body.status)).sort();

describe('an adjustment within the limit', () => {
  test('transfers the coins at once, and is in the history and in the audit log', async () => {
    const id = randomUUID();
    const changed: string[] = [];
    api.bus.subscribe('wallet:changed', ({ memberId }) => changed.push(memberId));
    const { body } = await ask(cashier, 300, id);
    expect(body.data).toMatchObject({ state: 'done', coins: 300, by: 'Malee', own: true });
    expect(await balance()).toBe(800);
    const taken = await ask(cashier, -200);
    expect(taken.body.data.member.balance_coins).toBe(600);
    // Open pages of the member must show the new balance.
    await expect.poll(() => changed).toEqual([fan.memberId, fan.memberId]);
    const lines = await api.call(`GET /operator/member/${fan.memberId}/movement`, cashier);
    expect(lines.body.data.slice(0, 2)).toMatchObject([
      { kind: 'adjustment', coins: -200, balance_after: 600 },
      { kind: 'adjustment', coins: 300, balance_after: 800, about: { type: 'operator', id } },
    ]);
    const timeline = await api.call(
      `GET /operator/member/${fan.memberId}/timeline?kind=coins`,
      cashier,
    );
    expect(timeline.body.data).toMatchObject([
      { coins: -200, by: 'Malee', reason: 'ชดเชย' },
      { coins: 300, by: 'Malee', reason: 'ชดเชย' },
    ]);
    const entries = await api.call(`GET /operator/audit?subject_id=${fan.memberId}`, owner);
    expect(entries.body.data[1]).toMatchObject({
      reason: 'ชดเชย',
      before: { balance_coins: 500 },
      after: { coins: 300, state: 'done' },
    });
    expect(await faults()).toEqual([]);
  });

  test('sent repeatedly with one id transfers the coins once', async () => {
    const id = randomUUID();
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask(cashier, 50, id)));
    expect(new Set(resultsOf(answers))).toEqual(new Set(['ok']));
    expect(await balance()).toBe(550);
    expect((await ask(cashier, 51, id)).body.status).toBe('idempotency_conflict');
    expect((await ask(owner, 50, id)).body.status).toBe('idempotency_conflict');
    expect(await balance()).toBe(550);
  });

  test('never takes more coins than the wallet has', async () => {
    expect((await ask(cashier, -501)).body.status).toBe('balance_insufficient');
    expect(await balance()).toBe(500);
    const limit = await api.call('GET /operator/adjustment/limit', cashier);
    expect(limit.body.data).toEqual({ alone_coins_max: LIMIT, left_coins: LIMIT });
  });

  test('stays within the limit even with many concurrent adjustments', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => ask(cashier, 300)));
    const states = answers.map(({ body }) => body.data.state).sort();
    expect(states).toEqual(['done', 'done', 'done', 'open', 'open', 'open']);
    expect(await balance()).toBe(500 + 900);
    now = new Date(now.getTime() + 24 * HOUR_MS + 1);
    const later = await api.makeStaff('cashier');
    expect((await ask(later, LIMIT)).body.data.state).toBe('done');
  });
});

describe('an adjustment above the limit', () => {
  const request = async (coins = LIMIT + 1) => {
    const id = randomUUID();
    expect((await ask(cashier, coins, id)).body.data.state).toBe('open');
    return id;
  };

  test('waits for another person, whose confirmation transfers the coins once', async () => {
    const id = await request();
    expect(await balance()).toBe(500);
    expect((await confirm(cashier, id)).body.status).toBe('second_person_needed');
    const open = await api.call('GET /operator/adjustment', owner);
    expect(open.body.data).toContainEqual(
      expect.objectContaining({ adjustment_id: id, own: false, state: 'open' }),
    );
    const answers = await Promise.all(Array.from({ length: 6 }, () => confirm(owner, id)));
    expect(new Set(resultsOf(answers))).toEqual(new Set(['ok']));
    expect(await balance()).toBe(500 + LIMIT + 1);
    expect(await faults()).toEqual([]);
  });

  test('is decided once, by the first of two concurrent decisions', async () => {
    const others = await Promise.all(
      Array.from({ length: 3 }, (_, index) => api.makeStaff('cashier', `Cashier ${index}`)),
    );
    const id = await request();
    const answers = await Promise.all([
      ...others.map((other) => confirm(other, id)),
      refuse(owner, id),
      refuse(cashier, id),
    ]);
    expect(resultsOf(answers)).toEqual([
      ...Array.from({ length: 4 }, () => 'adjustment_decided'),
      'ok',
    ]);
    const confirmed = answers.slice(0, 3).some(({ status }) => status === 200);
    expect(await balance()).toBe(confirmed ? 500 + LIMIT + 1 : 500);
    expect(await faults()).toEqual([]);
  });

  test('that is withdrawn, refused or expired transfers nothing', async () => {
    const [withdrawn, refused, expired] = [await request(), await request(), await request()];
    expect((await refuse(cashier, withdrawn)).body.data.state).toBe('withdrawn');
    expect((await refuse(owner, refused)).body.data).toMatchObject({
      state: 'refused',
      decided_by: 'Anong',
      decision_reason: 'ไม่มีหลักฐาน',
    });
    expect((await confirm(owner, refused)).body.status).toBe('adjustment_decided');
    now = new Date(now.getTime() + 72 * HOUR_MS + 1);
    const fresh = await api.makeStaff('owner');
    expect((await confirm(fresh, expired)).body.status).toBe('adjustment_expired');
    expect((await confirm(fresh, randomUUID())).body.status).toBe('adjustment_not_found');
    expect(await balance()).toBe(500);
  });

  test('for a member who has since been deleted transfers nothing', async () => {
    const id = await request();
    const gone = { reason: 'ขอลบ', expected_coins: 500 };
    expect((await post(owner, `member/${fan.memberId}/delete`, gone)).status).toBe(200);
    expect((await confirm(owner, id)).body.status).toBe('member_not_found');
    expect(await faults()).toEqual([]);
  });

  test('whose confirmation loses its connection is applied completely or not at all, and can be retried', async () => {
    const id = await request();
    // The wallet is locked, so that the confirmation waits in the middle of its transaction.
    const hold = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const lock = api.db.transaction().execute(async (trx) => {
      await sql`select from account where member_id = ${fan.memberId}::uuid for update`.execute(
        trx,
      );
      held.resolve();
      await hold.promise;
    });
    await held.promise;
    const dying = confirm(owner, id);
    const waiting = async () =>
      (
        await sql<{ pid: number }>`select pid from pg_stat_activity
          where wait_event_type = 'Lock' and query ilike '%from "account"%' and pid <> pg_backend_pid()`.execute(
          api.db,
        )
      ).rows;
    await expect.poll(async () => (await waiting()).length).toBe(1);
    const [{ pid } = { pid: 0 }] = await waiting();
    await sql`select pg_terminate_backend(${pid})`.execute(api.db);
    expect((await dying).status).toBeGreaterThanOrEqual(500);
    hold.resolve();
    await lock;
    expect(await balance()).toBe(500);
    expect((await confirm(owner, id)).status).toBe(200);
    expect(await balance()).toBe(500 + LIMIT + 1);
    expect(await faults()).toEqual([]);
  });

  test('counts towards the limit of open requests per person', async () => {
    for (let left = 20; left > 0; left -= 1) await request();
    expect((await ask(cashier, LIMIT + 1)).body.status).toBe('adjustments_open_max');
  });
});
