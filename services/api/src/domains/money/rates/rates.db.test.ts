import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createLogger } from '@sangwian/node-kit/logger';
import { startTestApi, TEST_OWNER_TOKEN, type TestApi } from '@sangwian/testkit/start-test-api';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { refreshRates } from './rates.module.ts';
import { RatesStore } from './rates.store.ts';

const START = Date.parse('2026-11-21T03:00:00Z');

let api: TestApi;
let service: Server;
let answer: { status: number; text: string };
let asked: string[];
let now: Date;

beforeAll(async () => {
  api = await startTestApi({ clock: () => now });
  service = createServer((request, response) => {
    asked.push(String(request.url));
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.text);
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  service.close();
  await api.close();
});
beforeEach(async () => {
  now = new Date(START);
  asked = [];
  for (const table of ['exchange_rate', 'exchange_rate_sheet', 'exchange_rate_check'] as const) {
    await api.db.deleteFrom(table).execute();
  }
});

const says = (date: string, rates: string, base = 'THB') => {
  answer = {
    status: 200,
    text: `{"amount":1.0,"base":"${base}","date":"${date}","rates":${rates}}`,
  };
};
const refresh = () =>
  refreshRates({
    db: api.db,
    store: new RatesStore(api.db),
    clock: () => now,
    logger: createLogger('test', 'silent'),
    address: {
      url: `http://127.0.0.1:${(service.address() as AddressInfo).port}/v1`,
      source: 'Bank of a test',
    },
  });
const shown = (code = 'THB') => api.call(`GET /coin/findOne/exchangeRate?base_code=${code}`);
const later = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000);
};

async function enter(change: object) {
  const { version } = (await api.call('GET /operator/rates', { token: TEST_OWNER_TOKEN })).body
    .data;
  return api.call('PUT /operator/rates', {
    token: TEST_OWNER_TOKEN,
    body: { as_of: '2026-11-21', source: 'Desk', reason: 'a holiday', version, ...change },
  });
}

test('returns fetched rates without rounding, with their day and source', async () => {
  says('2026-11-20', '{"USD":0.028112345678,"JPY":4.4100,"THB":1,"VND":750}');
  expect(await refresh()).toBe(true);
  expect(asked).toEqual(['/v1/latest?base=THB']);
  expect((await shown('thb')).body.data).toEqual({
    base_code: 'THB',
    rates: [
      { code: 'JPY', rate: '4.4100' },
      { code: 'USD', rate: '0.028112345678' },
      { code: 'VND', rate: '750' },
    ],
    as_of: '2026-11-20T00:00:00.000Z',
    source: 'Bank of a test',
  });
});

test.each(['USD', 'QQQ', '฿'])('currency %s has no rates', async (code) => {
  const { status, body } = await shown(code);
  expect([status, body.status]).toEqual([404, 'currency_unknown']);
});

test('fetches the rates once an hour, on one node', async () => {
  says('2026-11-20', '{"USD":0.028}');
  const many = await Promise.all(Array.from({ length: 8 }, refresh));
  expect(many.filter(Boolean)).toHaveLength(1);
  later(59);
  expect(await refresh()).toBe(false);
  later(1);
  says('2026-11-21', '{"USD":0.029}');
  expect(await refresh()).toBe(true);
  expect((await shown()).body.data).toMatchObject({ as_of: '2026-11-21T00:00:00.000Z' });
});

test.each([
  ['nothing', 500, ''],
  ['no JSON', 200, 'rates'],
  ['another base', 200, '{"base":"EUR","date":"2026-11-21","rates":{"USD":1.1}}'],
  ['no rates', 200, '{"base":"THB","date":"2026-11-21","rates":{}}'],
  ['a rate of nothing', 200, '{"base":"THB","date":"2026-11-21","rates":{"USD":0}}'],
  ['a rate below nothing', 200, '{"base":"THB","date":"2026-11-21","rates":{"USD":-1}}'],
  ['a day to come', 200, '{"base":"THB","date":"2026-12-21","rates":{"USD":0.03}}'],
])(
  'after the answer %s the stored rates stay and the fetch is retried soon',
  async (_, status, text) => {
    says('2026-11-20', '{"USD":0.028}');
    await refresh();
    later(60);
    answer = { status, text };
    expect(await refresh()).toBe(true);
    expect((await shown()).body.data).toMatchObject({
      rates: [{ code: 'USD', rate: '0.028' }],
      as_of: '2026-11-20T00:00:00.000Z',
    });
    later(2);
    expect(await refresh()).toBe(true);
  },
);

test('lets an operator enter rates, which older fetched rates never replace', async () => {
  const rates = [{ code: 'USD', rate: '0.0300' }];
  expect(await enter({ rates })).toMatchObject({
    status: 200,
    body: { data: { rates, source: 'Desk', as_of: '2026-11-20T17:00:00.000Z' } },
  });
  says('2026-11-20', '{"USD":0.028}');
  await refresh();
  expect((await shown()).body.data.rates).toEqual(rates);
  const stale = await enter({ rates: [{ code: 'USD', rate: '1' }], version: 0 });
  expect([stale.status, stale.body.status]).toEqual([409, 'edit_stale']);
});

test.each([
  { rates: [{ code: 'USD', rate: '1e3' }] },
  { rates: [{ code: 'USD', rate: '0.000' }] },
  { rates: [{ code: 'usd', rate: '1' }] },
  { rates: [{ code: 'THB', rate: '1' }] },
  { rates: [] },
  { rates: [{ code: 'USD', rate: '1' }], as_of: '2027-01-01' },
  { rates: [{ code: 'USD', rate: '1' }], as_of: 'today' },
])('refuses %j as rates', async (change) => {
  expect(await enter(change)).toMatchObject({ status: 400 });
});
