import { startTestApi, TEST_OWNER_TOKEN, type TestApi } from '@sangwian/testkit/start-test-api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Coins, createCoins } from './coins.module.ts';

let api: TestApi;
let coins: Coins;

beforeAll(async () => {
  api = await startTestApi();
  coins = createCoins(api.db);
});
afterAll(() => api.close());

const offered = async () => (await api.call('GET /coin/package')).body.data;
const quote = (wish: Parameters<Coins['quote']>[1]) => coins.quote(api.db, wish);

const OWNER = { token: TEST_OWNER_TOKEN };
const readPrices = async () => (await api.call('GET /operator/coin/package', OWNER)).body.data;
/** Changes the given fields of a package, at its current version. */
async function changePackage(id: number, change: object) {
  const { packages } = await readPrices();
  const found = packages.find((one: { package_id: number }) => one.package_id === id);
  const { satang, offered, version } = found ?? packages[0];
  return api.call(`PUT /operator/coin/package/${id}`, {
    ...OWNER,
    body: { satang, offered, version, reason: 'โปรโมชัน', ...change },
  });
}
async function changeCustom(change: object) {
  const { version } = (await readPrices()).custom;
  return api.call('PUT /operator/coin/custom-price', {
    ...OWNER,
    body: { version, reason: 'โปรโมชัน', ...change },
  });
}

test('lists the packages of the specification, smallest first', async () => {
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

test('quotes packages and custom amounts with their bonus', async () => {
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

test('applies an operator’s price change at once and logs it with the operator’s name', async () => {
  expect((await changePackage(5, { satang: 28_950 })).body.data.satang).toBe(28_950);
  expect((await changePackage(5, { satang: 28_950 })).status).toBe(200);
  expect((await readPrices()).changes).toHaveLength(1);
  expect(await quote({ packageId: 5 })).toMatchObject({ satang: 28_950, baseCoins: 300 });
  const { updated_by: by } = (await changeCustom({ satang_per_coin: 99 })).body.data;
  expect((await readPrices()).changes[0]).toMatchObject({
    ...{ package_id: null, satang_before: 100, satang_after: 99, by },
  });
  expect(await quote({ customCoins: 100 })).toMatchObject({ satang: 9_900 });
  expect((await offered()).custom.satang_per_coin).toBe(99);
});

test('neither lists nor sells a withdrawn package, and ignores it for the bonus of custom amounts', async () => {
  expect((await changePackage(12, { offered: false })).status).toBe(200);
  const { packages } = await offered();
  expect(packages.map(({ id }: { id: number }) => id)).not.toContain(12);
  await expect(quote({ packageId: 12 })).rejects.toMatchObject({ code: 'package_not_found' });
  expect(await quote({ customCoins: 10_000 })).toMatchObject({ bonusCoins: 600 });
  await changePackage(12, { offered: true });
  expect(await quote({ packageId: 12 })).toMatchObject({ bonusCoins: 1_000 });
});

test.each([
  [99, { satang: 100 }, 404],
  [5, { satang: 0 }, 400],
  [5, { satang: 10.5 }, 400],
  [5, { satang: 100, reason: '' }, 400],
])('the change of package %i to %j is refused', async (id, change, status) => {
  expect((await changePackage(id, change)).status).toBe(status);
});

test('refuses a price above 100 baht for a coin of a custom amount', async () => {
  expect((await changeCustom({ satang_per_coin: 10_001 })).status).toBe(400);
});
