import { startTestApi, type TestApi } from '@sangwian/testkit/start-test-api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Coins, createCoins } from './coins.module.ts';

const INTERNAL = `/internal/${encodeURIComponent('the internal secret of a test')}`;

let api: TestApi;
let coins: Coins;

beforeAll(async () => {
  api = await startTestApi();
  coins = createCoins(api.db);
});
afterAll(() => api.close());

const offered = async () => (await api.call('GET /coin/package')).body.data;
const quote = (wish: Parameters<Coins['quote']>[1]) => coins.quote(api.db, wish);

async function change(payload: Record<string, unknown>) {
  const { statusCode, payload: text } = await api.api.internal.inject({
    method: 'POST',
    url: `${INTERNAL}/coins/prices`,
    payload: { reason: 'โปรโมชัน', by: 'somsri', ...payload },
  });
  return { status: statusCode, body: JSON.parse(text) };
}

test('the packages are those of the specification, smallest first', async () => {
  const { packages, custom } = await offered();
  const rows = packages.map((one: Record<string, unknown>) => [
    one.id,
    one.coin,
    one.coin_detail,
    one.img,
    one.price_satang,
  ]);
  expect(rows).toEqual([
    [10, 39, 39, '20-coin', 3_900],
    [2, 49, 49, '20-coin', 4_900],
    [16, 69, 69, '20-coin', 6_900],
    [3, 89, 89, '20-coin', 8_900],
    [13, 109, 109, '20-coin', 10_900],
    [15, 129, 129, '20-coin', 12_900],
    [14, 149, 149, '20-coin', 14_900],
    [4, 199, 199, '20-coin', 19_900],
    [5, 305, 300, '100-coin', 30_000],
    [6, 510, 500, '100-coin', 50_000],
    [7, 1_030, 1_000, '100-coin', 100_000],
    [8, 1_550, 1_500, '500-coin', 150_000],
    [9, 3_150, 3_000, '500-coin', 300_000],
    [11, 5_300, 5_000, '500-coin', 500_000],
    [12, 11_000, 10_000, '500-coin', 1_000_000],
  ]);
  expect(custom).toEqual({ base_min: 20, base_max: 50_000, satang_per_coin: 100 });
});

test('a package and a custom amount are quoted with their bonus', async () => {
  expect(await quote({ packageId: 7 })).toEqual({
    packageId: 7,
    baseCoins: 1_000,
    bonusCoins: 30,
    satang: 100_000,
  });
  expect(await quote({ customCoins: 1_234 })).toEqual({
    packageId: null,
    baseCoins: 1_234,
    bonusCoins: 37,
    satang: 123_400,
  });
  expect(await quote({ customCoins: 20 })).toMatchObject({ bonusCoins: 0, satang: 2_000 });
  expect(await quote({ customCoins: 50_000 })).toMatchObject({ bonusCoins: 5_000 });
});

test.each([1, 0, -2, 2.5, 2 ** 31, Number.NaN])('package %s does not exist', async (packageId) => {
  await expect(quote({ packageId })).rejects.toMatchObject({ code: 'package_not_found' });
});

test.each([19, 50_001, 20.5, -20, Number.NaN])(
  '%s coins is not a valid custom amount',
  async (customCoins) => {
    await expect(quote({ customCoins })).rejects.toMatchObject({ code: 'coins_out_of_range' });
  },
);

test('an operator’s price change takes effect at once and is logged with the operator’s name', async () => {
  expect((await change({ package_id: 5, satang: 28_950 })).body.changed).toBe(true);
  expect((await change({ package_id: 5, satang: 28_950 })).body.changed).toBe(false);
  expect(await quote({ packageId: 5 })).toMatchObject({ satang: 28_950, baseCoins: 300 });
  expect((await change({ package_id: null, satang: 99 })).body.changes[0]).toMatchObject({
    coin_package_id: null,
    satang_before: 100,
    satang_after: 99,
    changed_by: 'somsri',
  });
  expect(await quote({ customCoins: 100 })).toMatchObject({ satang: 9_900 });
  expect((await offered()).custom.satang_per_coin).toBe(99);
});

test('a withdrawn package is not shown, sold or counted for a bonus', async () => {
  expect((await change({ package_id: 12, active: false })).status).toBe(200);
  const { packages } = await offered();
  expect(packages.map(({ id }: { id: number }) => id)).not.toContain(12);
  await expect(quote({ packageId: 12 })).rejects.toMatchObject({ code: 'package_not_found' });
  expect(await quote({ customCoins: 10_000 })).toMatchObject({ bonusCoins: 600 });
  await change({ package_id: 12, active: true });
  expect(await quote({ packageId: 12 })).toMatchObject({ bonusCoins: 1_000 });
});

test.each([
  [{ package_id: 99, satang: 100 }, 404],
  [{ package_id: 5, satang: 0 }, 400],
  [{ package_id: 5, satang: 10.5 }, 400],
  [{ package_id: null, active: false }, 400],
  [{ package_id: null, satang: 10_001 }, 400],
  [{ package_id: 5, satang: 100, by: '' }, 400],
])('the change %j is refused', async (payload, status) => {
  expect((await change(payload)).status).toBe(status);
});
