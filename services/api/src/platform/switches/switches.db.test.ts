import { randomUUID } from 'node:crypto';
import type { SwitchName } from '@sangwian/contract/endpoints/site';
import { createLogger } from '@sangwian/node-kit/logger';
import { type OrderBench, PACKAGE, startOrderBench } from '@sangwian/testkit/start-order-bench';
import { startTestApi, TEST_APP_KEY, type TestApi } from '@sangwian/testkit/start-test-api';
import { createTestDatabase, type TestDatabase } from '@sangwian/testkit/test-database';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  decide,
  makeFan,
  prepareGifts,
  BUYER as SUPPORTER,
  send,
  settle,
  test as stage,
  wallet,
} from '../../domains/live/gifts/testing/gift-stage.ts';
import { pickAll } from '../../domains/sport/predict/testing/pick-all.ts';
import { loadSampleSeason } from '../../sample-season/load.ts';
import { FanSockets, next } from '../../testing/fan-sockets.ts';
import { BUS_TIMES } from '../bus/bus-connection.ts';
import { connectPostgres } from '../bus/connect-postgres.ts';
import { createNodeBus, type NodeBus } from '../bus/node-bus.ts';
import { createSwitches, type Switches } from './switches.module.ts';

/** A busy machine may need longer than the default timeout of `expect.poll`. */
const SOON = { timeout: 5_000 };
const REASON = { th: 'ธนาคารปิดปรับปรุงถึงตีสอง', en: 'The bank is closed until 2 am.' };
const DETAILS = [
  { path: 'reason_th', message: REASON.th },
  { path: 'reason_en', message: REASON.en },
];

/** Operates the switches like the console, on the same node. */
const operate = ({ db, bus }: Pick<TestApi, 'db' | 'bus'>): Switches =>
  createSwitches({ db, bus, clock: () => new Date(), logger: createLogger('test', 'silent') });

async function set(switches: Switches, name: SwitchName, on: boolean) {
  const board = await switches.read();
  const { version = 0 } = board.switches.find((row) => row.name === name) ?? {};
  return switches.change(name, on ? { on, version } : { on, reason: REASON, version }, 'Malee');
}

describe('a part that is switched off', () => {
  let api: TestApi;
  let switches: Switches;
  let tonight: string;
  const sockets = new FanSockets();
  beforeAll(async () => {
    api = await startTestApi();
    await api.api.start();
    switches = operate(api);
    tonight = (await loadSampleSeason(api.db, { now: new Date() })).program_live_id;
  });
  afterEach(async () => {
    sockets.close();
    for (const name of ['chat', 'predictions', 'registration', 'payments'] as const) {
      await set(switches, name, true);
    }
  });
  afterAll(() => api.close());

  const connect = (token: string) =>
    sockets.connect({ url: api.url, appKey: TEST_APP_KEY }, '/event', token);

  test('refuses chat messages with the reason, and accepts them again', async () => {
    const token = await api.signIn(await api.makeFan());
    const socket = await connect(token);
    const say = () =>
      socket.emitWithAck('chat:send', {
        program_live_id: tonight,
        text: 'สู้ ๆ',
        chat_message_id: randomUUID(),
      });
    await set(switches, 'chat', false);
    expect(await say()).toMatchObject({
      ok: false,
      error: { status: 'chat_off', details: DETAILS },
    });
    await set(switches, 'chat', true);
    expect(await say()).toMatchObject({ ok: true });
  });

  test('refuses prediction sheets', async () => {
    const token = await api.signIn(await api.makeFan());
    const { body } = await api.call('GET /predict/current');
    const open = body.data.find(({ status }: { status: string }) => status === 'open');
    const confirm = () =>
      api.call(`PUT /predict/${open.program_id}`, { token, body: { picks: pickAll(open) } });
    await set(switches, 'predictions', false);
    const refused = await confirm();
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({ status: 'predictions_off', details: DETAILS });
    await set(switches, 'predictions', true);
    expect((await confirm()).status).toBe(200);
  });

  test('refuses a new member before a one-time password is sent, and still resets passwords', async () => {
    const { phone } = await api.makeFan();
    await set(switches, 'registration', false);
    const ask = (purpose: string, to: string) =>
      api.call('POST /auth/member/send-otp', { body: { phone: to, purpose } });
    expect((await ask('register', '0899999999')).body).toMatchObject({
      status: 'registration_off',
      details: DETAILS,
    });
    // Without a carrier, the message cannot be sent, but the switch does not refuse the request.
    expect((await ask('reset', phone)).body?.status).not.toBe('registration_off');
    const form = {
      first_name: 'สมหญิง',
      last_name: 'ใจดี',
      birth_day: 1,
      birth_month: 1,
      birth_year: 1990,
      phone: '0899999999',
      password: 'ringside1',
      confirm_password: 'ringside1',
      gender: 'female',
      agree_terms: true,
      otp_token: 'a token from before',
    };
    const registered = await api.call('POST /auth/member/register-v2', { body: form });
    expect(registered.body.status).toBe('registration_off');
  });

  test('is sent to every page with the reason, and to open sockets at once', async () => {
    const socket = await connect(await api.signIn(await api.makeFan()));
    const received = next(socket, 'site:changed');
    await set(switches, 'payments', false);
    expect(await received).toMatchObject({ off: [{ name: 'payments', reason: REASON }] });
    const { data } = (await api.call('GET /site/state')).body;
    expect(data.off).toEqual([{ name: 'payments', reason: REASON }]);
    expect(await received).toMatchObject({ revision: data.revision });
  });
});

describe('an edit', () => {
  let api: TestApi;
  let switches: Switches;
  beforeAll(async () => {
    api = await startTestApi();
    switches = operate(api);
  });
  afterAll(() => api.close());

  test('of a row that another operator changed is refused, with the change', async () => {
    await switches.change('gifts', { on: false, reason: REASON, version: 1 }, 'Malee');
    const other = { th: 'พักเครื่อง', en: 'A pause.' };
    const late = switches.change('gifts', { on: false, reason: other, version: 1 }, 'Somchai');
    await expect(late).rejects.toMatchObject({
      code: 'edit_stale',
      details: [
        { path: 'reason', message: JSON.stringify(REASON) },
        { path: 'by', message: 'Malee' },
      ],
    });
    expect((await switches.refusal('gifts'))?.details).toEqual(DETAILS);
  });

  test('of two people at the same moment succeeds once', async () => {
    const edits = ['Malee', 'Somchai'].map((actor) =>
      switches.change('chat', { on: false, reason: REASON, version: 1 }, actor),
    );
    const outcomes = (await Promise.allSettled(edits)).map(({ status }) => status).sort();
    expect(outcomes).toEqual(['fulfilled', 'rejected']);
  });

  test('needs a reason to switch off, and none to switch on', async () => {
    const off = switches.change('payments', { on: false, version: 1 }, 'Malee');
    await expect(off).rejects.toMatchObject({ code: 'request_invalid' });
    const on = switches.change('payments', { on: true, reason: REASON, version: 1 }, 'Malee');
    await expect(on).rejects.toMatchObject({ code: 'request_invalid' });
  });

  test('of the notice changes the cache key of pages, and is refused if the end is before the start', async () => {
    const before = (await switches.forPage()).key;
    const from = new Date(Date.now() + 60_000).toISOString();
    const text = { th: 'ปิดปรับปรุงคืนนี้', en: 'Maintenance tonight' };
    const notice = { text, level: 'warning', from: null, until: null, version: 1 } as const;
    const wrong = switches.changeNotice({ ...notice, from, until: from }, 'Malee');
    await expect(wrong).rejects.toMatchObject({ code: 'request_invalid' });
    await switches.changeNotice(notice, 'Malee');
    const page = await switches.forPage();
    expect(page.state.notice).toMatchObject({ text, level: 'warning' });
    expect(page.key).not.toBe(before);
  });
});

describe('payments that are switched off in the middle of a purchase', () => {
  let bench: OrderBench;
  let switches: Switches;
  beforeAll(async () => {
    bench = await startOrderBench();
    switches = operate(bench.api);
  });
  afterAll(async () => {
    expect(await bench.wallet.findFaults()).toEqual([]);
    await bench.api.close();
  });

  test('complete orders that have begun, and refuse new orders', async () => {
    const buyer = await bench.makeBuyer();
    const [begun, unpaid] = [await bench.begin(buyer), await bench.order(buyer)];
    const key = randomUUID();
    const orderOnce = (idempotencyKey: string) =>
      bench.api.call('POST /order', {
        token: buyer.token,
        body: PACKAGE,
        headers: { 'idempotency-key': idempotencyKey },
      });
    const first = await orderOnce(key);
    await set(switches, 'payments', false);

    expect((await orderOnce(randomUUID())).body).toMatchObject({
      status: 'payments_off',
      details: DETAILS,
    });
    expect((await bench.pay(buyer, unpaid)).body.status).toBe('payments_off');
    // The response to the first request was lost, so the request is repeated.
    expect((await orderOnce(key)).body.data.order_id).toBe(first.body.data.order_id);
    // The fan pays the QR code that is already on the screen.
    const { attemptId } = begun;
    await bench.orders.applySnapshot(attemptId, bench.omise.pay(attemptId), 'webhook');
    expect(await bench.find(buyer, begun.order)).toMatchObject({ status: 'paid' });
    expect(await bench.wallet.readBalance(buyer.memberId)).toBeGreaterThan(0);
    const cancelled = await bench.api.call(`POST /order/${unpaid.order_id}/cancel`, {
      token: buyer.token,
      body: {},
    });
    expect(cancelled.body.data.status).toBe('cancelled');

    await set(switches, 'payments', true);
    expect((await orderOnce(randomUUID())).status).toBe(201);
  });
});

describe('gifts that are switched off in the middle of a crowd', () => {
  prepareGifts();

  test('are either put into escrow or refused, and all gifts in escrow are settled', async () => {
    const switches = operate(stage);
    const fans = await Promise.all(Array.from({ length: 12 }, () => makeFan(100)));
    const keys = fans.map(() => randomUUID());
    const sendAll = () => fans.map((fan, index) => send(fan, {}, keys[index]));
    const early = sendAll().slice(0, 6);
    await early[0];
    await set(switches, 'gifts', false);
    const late = await Promise.all(fans.slice(6).map((fan) => send(fan)));
    expect(late.map(({ body }) => body.status)).toEqual(Array(6).fill('gifts_off'));
    const held = (await Promise.all(early)).map(({ status }) => status === 200);
    // A repeated request returns the result of the first gift, although gifts are off.
    const again = await send(fans[0] ?? SUPPORTER, {}, keys[0]);
    expect(again.status).toBe(200);
    for (const [index, fan] of fans.slice(0, 6).entries()) {
      expect(await wallet.readBalance(fan.memberId)).toBe(held[index] ? 90 : 100);
    }
    await decide({ red: true, blue: false });
    await settle();
    for (const { memberId } of fans) expect(await wallet.readBalance(memberId)).toBe(100);
    expect(await wallet.findFaults()).toEqual([]);
    await set(switches, 'gifts', true);
  });
});

describe('on two nodes', () => {
  let database: TestDatabase;
  const buses: NodeBus[] = [];
  let a: TestApi;
  let b: TestApi;
  let switches: Switches;
  const sockets = new FanSockets();

  async function startNode(): Promise<TestApi> {
    const logger = createLogger('test', 'silent');
    // The connection is lost for long enough to act on the other node.
    const times = { ...BUS_TIMES, retryMsMin: 1_500, retryMsMax: 1_500 };
    const bus = createNodeBus({ connect: connectPostgres(database.url), logger, times });
    buses.push(bus);
    const node = await startTestApi({ bus, databaseUrl: database.url });
    await bus.start();
    await node.api.start();
    return node;
  }
  beforeAll(async () => {
    database = await createTestDatabase();
    [a, b] = [await startNode(), await startNode()];
    switches = operate(a);
  });
  afterAll(async () => {
    sockets.close();
    await Promise.all([a.close(), b.close()]);
    await Promise.all(buses.map((bus) => bus.stop()));
    await database.drop();
  });

  const askAtB = async () =>
    (await b.call('POST /auth/member/send-otp', { body: { phone: '0', purpose: 'register' } })).body
      .status;

  test('a switch reaches the other node and its sockets', async () => {
    expect(await askAtB()).not.toBe('registration_off');
    const socket = await sockets.connect({ url: b.url, appKey: TEST_APP_KEY }, '/event');
    const received = next(socket, 'site:changed');
    await set(switches, 'registration', false);
    expect(await received).toMatchObject({ off: [{ name: 'registration', reason: REASON }] });
    expect(await askAtB()).toBe('registration_off');
    await set(switches, 'registration', true);
    await expect.poll(askAtB, SOON).not.toBe('registration_off');
  });

  test('a node without the bus reads the database, and its sockets receive the change after the reconnect', async () => {
    const socket = await sockets.connect({ url: b.url, appKey: TEST_APP_KEY }, '/event');
    const received = next(socket, 'site:changed');
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'sangwian-bus' and datname = current_database()`.execute(a.db);
    await expect
      .poll(() => buses.some((bus) => bus.isBusConnected()), { ...SOON, interval: 5 })
      .toBe(false);
    await set(switches, 'registration', false);
    await expect.poll(askAtB, SOON).toBe('registration_off');
    expect(await received).toMatchObject({ off: [{ name: 'registration', reason: REASON }] });
  });
});
