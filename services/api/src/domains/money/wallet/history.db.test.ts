import { randomUUID } from 'node:crypto';
import type { MemberId } from '@sangwian/contract/ids';
import { internalHeaders } from '@sangwian/node-kit/internal-secret';
import { startTestApi, type TestApi } from '@sangwian/testkit/start-test-api';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWallet, type Wallet } from './wallet.module.ts';

let api: TestApi;
let wallet: Wallet;
let memberId: MemberId;
let token: string;
beforeAll(async () => {
  api = await startTestApi();
  wallet = createWallet(api.db);
  const fan = await api.makeFan({ coins: 100 });
  ({ memberId } = fan);
  token = await api.signIn(fan);
  for (const coins of [10, 20, 30]) {
    await api.db.transaction().execute((trx) =>
      wallet.spend(trx, {
        memberId,
        coins,
        to: 'revenue:premium',
        kind: 'unlock',
        idempotencyKey: randomUUID(),
        about: { type: 'live', id: 'live', title_th: 'ศึก', title_en: 'Night' },
      }),
    );
  }
});
afterAll(() => api.close());

const history = (query = '', bearer = token, whose: string = memberId) =>
  api.call(`GET /auth/member/wallet/history?member_id=${whose}&${query}`, { token: bearer });

test('lists every movement with the balance after it, latest first', async () => {
  const { body } = await history();
  expect(
    body.data.map((row: Record<string, unknown>) => [row.kind, row.coins, row.balance_after]),
  ).toEqual([
    ['unlock', -30, 40],
    ['unlock', -20, 70],
    ['unlock', -10, 90],
    ['grant', 100, 100],
  ]);
  expect(body.data[0].about).toEqual({
    type: 'live',
    id: 'live',
    title_th: 'ศึก',
    title_en: 'Night',
  });
  expect(body.data[3].about).toBeNull();
  expect(body.next_cursor).toBeNull();
});

test('returns pages without gaps or repetitions while movements are added', async () => {
  const first = await history('limit=2');
  const fan = { memberId, coins: 1, kind: 'grant' as const, idempotencyKey: randomUUID() };
  await api.db.transaction().execute((trx) => wallet.grantCoins(trx, fan));
  const second = await history(`limit=2&cursor=${first.body.next_cursor}`);
  const coins = [...first.body.data, ...second.body.data].map(
    (row: { coins: number }) => row.coins,
  );
  expect(coins).toEqual([-30, -20, -10, 100]);
  expect(second.body.next_cursor).toBeNull();
});

test('filters the history by kind and by days in Bangkok', async () => {
  expect((await history('kind=unlock')).body.data).toHaveLength(3);
  expect((await history('kind=gift')).body.data).toEqual([]);
  const { rows } = await sql<{ today: string; tomorrow: string }>`
    select (now() at time zone 'Asia/Bangkok')::date::text as today,
      ((now() at time zone 'Asia/Bangkok')::date + 1)::text as tomorrow`.execute(api.db);
  const { today, tomorrow } = rows[0] as { today: string; tomorrow: string };
  expect((await history(`from=${today}&to=${tomorrow}&kind=unlock`)).body.data).toHaveLength(3);
  expect((await history(`from=2020-01-01&to=2020-12-31`)).body.data).toEqual([]);
  expect((await history('from=2026-02-30')).status).toBe(400);
});

test('refuses an invalid cursor', async () => {
  for (const cursor of ['x', Buffer.from('"nope"').toString('base64url')]) {
    expect((await history(`cursor=${cursor}`)).body.status).toBe('request_invalid');
  }
});

test('refuses another member’s history', async () => {
  const { memberId: other } = await api.makeFan({ coins: 5 });
  expect((await history('', token, other)).body.status).toBe('member_not_found');
});

test('exports CSV in the member’s language, with a rate limit', async () => {
  const csv = (cookie: string) =>
    api.call(`GET /auth/member/wallet/history/csv?member_id=${memberId}&kind=unlock`, {
      token,
      headers: { cookie },
    });
  const thai = (await csv('language=TH')).body.data;
  expect(thai.file_name).toMatch(/^sangwian-coins-\d{4}-\d\d-\d\d\.csv$/);
  expect(thai.csv).toContain('เปิดดูไลฟ์,ศึก,-30,40,');
  expect((await csv('language=EN')).body.data.csv).toContain('Live unlocked,Night,-30,40,');
  // Each export may read fifty thousand rows, so exports are rate limited.
  const many = await Promise.all(Array.from({ length: 20 }, () => csv('language=EN')));
  expect(new Set(many.map(({ status }) => status))).toEqual(new Set([200, 429]));
});

test('lets an operator check the ledger and see its faults', async () => {
  const check = async () => {
    const { payload } = await api.api.internal.inject({
      method: 'POST',
      url: '/internal/ledger/check',
      headers: internalHeaders('the internal secret of a test'),
      payload: {},
    });
    const lines = payload
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines[0].progress.transfers).toBe(0);
    expect(lines.at(-2).progress.transfers).toBe(lines.at(-1).report.transfers);
    return lines.at(-1).report;
  };
  const right = await check();
  expect(right.faults).toEqual([]);
  const held: number[] = Object.values(right.balances);
  expect(held.reduce((sum, coins) => sum + coins)).toBe(0);
  expect(right.balances['revenue:premium']).toBe(60);
  await sql`update account set balance_coins = balance_coins + 1 where member_id = ${memberId}`.execute(
    api.db,
  );
  expect((await check()).faults).toEqual([
    expect.stringContaining('its transfers sum to'),
    expect.stringContaining('its history ends with'),
  ]);
  const metrics = await api.api.internal.inject({ method: 'GET', url: '/metrics' });
  expect(metrics.payload).toContain('ledger_faults 2');
});
