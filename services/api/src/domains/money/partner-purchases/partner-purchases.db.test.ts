import { randomUUID } from 'node:crypto';
import { Order } from '@sangwian/contract/endpoints/orders';
import type { MemberId } from '@sangwian/contract/ids';
import { startTestApi, TEST_OWNER_TOKEN, type TestApi } from '@sangwian/testkit/start-test-api';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createIdempotency } from '../../../platform/idempotency/idempotency.module.ts';
import { ALWAYS_ON } from '../../../platform/switches/testing/always-on.ts';
import { createMembers } from '../../identity/members/members.module.ts';
import { createPurchases } from '../../identity/partners/partners.module.ts';
import {
  createSamplePartner,
  makePurchaseToken,
  registerPartners,
  type SamplePartner,
} from '../../identity/partners/testing/sample-partner.ts';
import { accountErrorOf, accountStateOf } from '../../identity/sessions/sessions.module.ts';
import { createCoins } from '../coins/coins.module.ts';
import { createWallet, type Wallet } from '../wallet/wallet.module.ts';
import { type PurchaseDeps, purchaseCoins } from './purchase-coins.ts';

/** 14:00 in Bangkok. */
const START = new Date('2026-11-21T07:00:00Z');
const SYSTEM = 'lumphu-play';
/** The package of 300 coins and 5 bonus coins for 300 baht. */
const PACKAGE = { package_id: 5, expected_satang: 30_000 };

let api: TestApi;
let wallet: Wallet;
let partner: SamplePartner;
let now: Date;

beforeAll(async () => {
  now = START;
  api = await startTestApi({ clock: () => now });
  wallet = createWallet(api.db);
  partner = await createSamplePartner(SYSTEM, 'EdDSA', () => now);
});
afterAll(() => api.close());
beforeEach(async () => {
  now = START;
  await register();
});
afterEach(async () => {
  expect(await wallet.findFaults()).toEqual([]);
});

const register = (set: NonNullable<Parameters<typeof registerPartners>[1][number]['set']> = {}) =>
  registerPartners(api.db, [{ mapSystemId: SYSTEM, keys: [partner.jwk], set }]);

interface Arrived {
  readonly memberId: MemberId;
  readonly accessToken: string;
  readonly token: string;
}

/** Signs a member in through the partner's server, with a token for one purchase. */
async function arrive(sub: string = randomUUID(), maxSatang = 50_000): Promise<Arrived> {
  const { status, body } = await api.call('POST /external/member/session', {
    body: { map_system_id: SYSTEM, token: await partner.sign({ sub, max_satang: maxSatang }) },
  });
  expect(status).toBe(201);
  const { member, access_token: accessToken, purchase_token: token } = body.data;
  return { memberId: member.member_id, accessToken, token };
}

async function buy(token: string, body: unknown = PACKAGE, key: string = randomUUID()) {
  const answer = await api.call('POST /external/member/purchase', {
    token,
    body,
    headers: { 'idempotency-key': key },
  });
  return {
    ...answer,
    outcome: answer.status === 201 ? 201 : `${answer.status} ${answer.body.status}`,
  };
}
const outcomeOf = async (...asked: Parameters<typeof buy>) => (await buy(...asked)).outcome;
const owed = async () => {
  const row = await api.db
    .selectFrom('transfer')
    .innerJoin('account', 'account.account_id', 'transfer.debit_account_id')
    .select(({ fn }) => fn.sum<string>('transfer.amount_coins').as('coins'))
    .where('account.name', '=', `partner:${SYSTEM}`)
    .executeTakeFirstOrThrow();
  return Number(row.coins);
};

test('records a purchase as a paid order with coins from the partner’s account and the bonus from the house', async () => {
  const before = await owed();
  const { memberId, accessToken, token } = await arrive();
  const { status, body } = await buy(token);
  expect(status).toBe(201);
  expect(Order.parse(body.data.order)).toMatchObject({
    status: 'paid',
    package_id: 5,
    base_coins: 300,
    bonus_coins: 5,
    satang: 30_000,
    method: null,
  });
  expect(body.data.balance).toBe(305);
  expect((await owed()) - before).toBe(300);
  const history = await api.call(`GET /auth/member/wallet/history?member_id=${memberId}`, {
    token: accessToken,
  });
  expect(
    history.body.data.map(({ kind, coins }: Record<string, unknown>) => [kind, coins]),
  ).toEqual([
    ['bonus', 5],
    ['purchase', 300],
  ]);
});

test('lets a token buy once, and a key have one effect, in twenty concurrent requests', async () => {
  const { memberId, token } = await arrive();
  const keys = await Promise.all(Array.from({ length: 20 }, () => outcomeOf(token)));
  expect(keys.filter((outcome) => outcome === 201)).toHaveLength(1);
  expect(keys.filter((outcome) => outcome === '409 token_used')).toHaveLength(19);
  const other = await arrive();
  const key = randomUUID();
  const outcome = await Promise.all(
    Array.from({ length: 20 }, () => outcomeOf(other.token, PACKAGE, key)),
  );
  expect(new Set([...outcome, '409 idempotency_in_progress'])).toEqual(
    new Set([201, '409 idempotency_in_progress']),
  );
  expect(await outcomeOf(other.token, PACKAGE, key)).toBe(201);
  expect(await outcomeOf(other.token, { package_id: 10, expected_satang: 3_900 }, key)).toBe(
    '409 idempotency_conflict',
  );
  expect(await wallet.readBalance(memberId)).toBe(305);
  expect(await wallet.readBalance(other.memberId)).toBe(305);
});

test('accepts only a purchase token', async () => {
  const { accessToken, token, memberId } = await arrive();
  expect(await outcomeOf(accessToken)).toBe('401 purchase_token_invalid');
  expect(await outcomeOf(`${token.slice(0, -4)}AAAA`)).toBe('401 purchase_token_invalid');
  const { status } = await api.call('POST /external/member/purchase', { body: PACKAGE });
  expect(status).toBe(401);
  const stranger = await api.makeFan();
  const grant = {
    mapSystemId: SYSTEM,
    maxSatang: 50_000,
    expiresAt: new Date(START.getTime() + 60_000),
  };
  const foreign = { ...grant, memberId: stranger.memberId, jti: randomUUID() };
  expect(await outcomeOf(await makePurchaseToken(foreign))).toBe('401 purchase_token_invalid');
  now = new Date(START.getTime() + 15 * 60_000 + 1_000);
  expect(await outcomeOf(token)).toBe('401 purchase_token_invalid');
  expect(await wallet.readBalance(memberId)).toBe(0);
});

test('does not use up the token for a refused purchase, so that a later purchase succeeds', async () => {
  const { token } = await arrive(randomUUID(), 30_000);
  const changed = await buy(token, { package_id: 5, expected_satang: 28_000 });
  expect([changed.outcome, changed.body.details]).toEqual([
    '409 price_changed',
    [{ path: 'expected_satang', message: '30000' }],
  ]);
  expect(await outcomeOf(token, { package_id: 99, expected_satang: 1 })).toBe(
    '404 package_not_found',
  );
  expect(await outcomeOf(token, { package_id: 6, expected_satang: 50_000 })).toBe(
    '403 purchase_limit_reached',
  );
  expect(await outcomeOf(token, { package_id: 5 })).toBe('400 request_invalid');
  expect(await outcomeOf(token)).toBe(201);
});

test('enforces a member’s daily limit, which resets at midnight in Bangkok', async () => {
  await register({ member_satang_per_day_max: 60_000 });
  const sub = randomUUID();
  const outcome: unknown[] = [];
  for (let time = 0; time < 3; time += 1) outcome.push(await outcomeOf((await arrive(sub)).token));
  expect(outcome).toEqual([201, 201, '403 purchase_limit_reached']);
  expect(await outcomeOf((await arrive()).token)).toBe(201);
  now = new Date('2026-11-21T17:00:00Z');
  expect(await outcomeOf((await arrive(sub)).token)).toBe(201);
});

test('enforces a partner’s daily limit exactly under concurrent purchases', async () => {
  now = new Date('2026-11-23T07:00:00Z');
  await register({ satang_per_day_max: 90_000 });
  const members = await Promise.all(Array.from({ length: 8 }, () => arrive()));
  const outcome = await Promise.all(members.map(({ token }) => outcomeOf(token)));
  expect(outcome.filter((one) => one === 201)).toHaveLength(3);
  expect(outcome.filter((one) => one === '403 purchase_limit_reached')).toHaveLength(5);
});

const ban = (memberId: MemberId) =>
  api.call(`POST /operator/member/${memberId}/ban`, {
    token: TEST_OWNER_TOKEN,
    body: { reason: 'x', version: 0 },
  });

test('refuses a banned member and the members of a disabled partner', async () => {
  const [barred, member] = [await arrive(), await arrive()];
  await ban(barred.memberId);
  expect(await outcomeOf(barred.token)).toBe('403 member_banned');
  await register({ active: false });
  expect(await outcomeOf(member.token)).toBe('401 purchase_token_invalid');
  await register();
  expect(await outcomeOf(member.token)).toBe(201);
});

/** Buys with some dependencies replaced. */
const purchaseWith = (token: string, given: Partial<PurchaseDeps>) => {
  const clock = () => now;
  return purchaseCoins(
    {
      clock,
      coins: createCoins(api.db),
      idempotency: createIdempotency(api.db),
      members: createMembers(api.db, wallet),
      memberErrorOf: (member) => accountErrorOf(accountStateOf(member)),
      switches: ALWAYS_ON,
      purchases: createPurchases(api.db, clock, 'the purchase secret of a test'),
      orders: { partnerSatangSince: async () => 0, recordPartnerOrder: async () => randomUUID() },
      ...given,
    },
    token,
    randomUUID(),
    { packageId: 5, expectedSatang: 30_000 },
  );
};

test('refuses a member who is banned during the purchase', async () => {
  const { memberId, token } = await arrive();
  const members = createMembers(api.db, wallet);
  const find: typeof members.find = async (by, on) => {
    const row = await members.find(by, on);
    if (on === undefined) await ban(memberId);
    return row;
  };
  await expect(purchaseWith(token, { members: { ...members, find } })).rejects.toMatchObject({
    code: 'member_banned',
  });
  expect(await wallet.readBalance(memberId)).toBe(0);
});

test('refuses a purchase that cannot be recorded with its own code, and the token stays valid', async () => {
  const { memberId, token } = await arrive();
  const failing = purchaseWith(token, {
    orders: {
      partnerSatangSince: async () => 0,
      recordPartnerOrder: async () => {
        throw new Error('the disk is full');
      },
    },
  });
  await expect(failing).rejects.toMatchObject({ code: 'purchase_record_failed' });
  expect(await outcomeOf(token)).toBe(201);
  expect(await wallet.readBalance(memberId)).toBe(305);
});

test('lists a partner’s debt by day', async () => {
  const account = async (partner: string, from: string, to: string) => {
    const path = `/operator/partner/${partner}/account?${new URLSearchParams({ from, to })}`;
    return api.call(`GET ${path}`, { token: TEST_OWNER_TOKEN });
  };
  for (const at of ['2026-12-01T16:59:59Z', '2026-12-01T17:00:00Z', '2026-12-03T01:00:00Z']) {
    now = new Date(at);
    expect(await outcomeOf((await arrive()).token)).toBe(201);
  }
  expect((await account(SYSTEM, '2026-12-01', '2026-12-03')).body.data).toMatchObject({
    satang: 90_000,
    days: [
      { day: '2026-12-01', satang: 30_000 },
      { day: '2026-12-02', satang: 30_000 },
      { day: '2026-12-03', satang: 30_000 },
    ],
  });
  expect((await account(SYSTEM, '2026-12-02', '2026-12-02')).body.data.satang).toBe(30_000);
  expect((await account('nobody', '2026-12-01', '2026-12-01')).status).toBe(404);
  expect((await account(SYSTEM, '2026-12-02', '2026-12-01')).status).toBe(400);
  expect((await account(SYSTEM, '2026-01-01', '2026-12-01')).status).toBe(400);
  expect((await account(SYSTEM, 'today', '2026-12-01')).status).toBe(400);
});
