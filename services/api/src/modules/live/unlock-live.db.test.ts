import { startTestApi, type TestApi } from '@sangwian/testkit/start-test-api';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadSampleSeason } from '../../sample-season/load.ts';
import { createWallet } from '../wallet/wallet.module.ts';
import { LiveControl } from './live.module.ts';

const INTERNAL = `/internal/${encodeURIComponent('the internal secret of a test')}`;
let test: TestApi;
let premium: string;
let price: number;
let fan: Awaited<ReturnType<TestApi['makeFan']>>;
let token: string;

beforeAll(async () => {
  test = await startTestApi();
  await loadSampleSeason(test.db, { now: new Date() });
  const lives = await test.call('GET /live?status=not_started');
  const live = lives.body.data.find((one: { access: string }) => one.access === 'premium');
  premium = live.program_live_id;
  price = live.price_coins;
});
afterAll(() => test.close());
beforeEach(async () => {
  fan = await test.makeFan({ coins: 150 });
  token = await test.signIn(fan);
});

const unlock = (more: { key?: string; coins?: number; live?: string } = {}) =>
  test.call(`POST /live/${more.live ?? premium}/unlock`, {
    token,
    body: { expected_coins: more.coins ?? price },
    ...(more.key === undefined ? {} : { headers: { 'idempotency-key': more.key } }),
  });
const mine = async () => (await test.call(`GET /live/${premium}/mine`, { token })).body.data;

describe('POST /live/{id}/unlock', () => {
  it('takes the price once, however often it is pressed, and stands in the history', async () => {
    expect(await mine()).toEqual({ unlocked: false, via: null });
    const answers = await Promise.all([unlock(), unlock(), unlock()]);
    const taken = answers.map(({ body }) => body.data.coins);
    expect(taken.toSorted((a, b) => a - b)).toEqual([0, 0, price]);
    expect(await mine()).toEqual({ unlocked: true, via: 'coins' });
    expect((await unlock({ coins: 1 })).body.data).toEqual({ coins: 0, balance: 150 - price });
    const history = await test.call(
      `GET /auth/member/wallet/history?member_id=${fan.memberId}&kind=unlock`,
      { token },
    );
    expect(history.body.data).toMatchObject([
      { coins: -price, about: { type: 'live', id: premium } },
    ]);
  });

  it('gives the first answer to its key', async () => {
    const key = '0b6f9c4e-6f0e-4c0f-9a54-0f5b5d1f5f3a';
    const first = await unlock({ key });
    expect((await unlock({ key })).body).toEqual(first.body);
    expect((await unlock({ key, coins: 1 })).body.status).toBe('idempotency_conflict');
  });

  it('refuses another price, too few coins, and what is not there; nothing is taken', async () => {
    const changed = await unlock({ coins: price - 1 });
    expect(changed.body).toMatchObject({
      status: 'price_changed',
      details: [{ path: 'expected_coins', message: String(price) }],
    });
    const poor = await test.makeFan({ coins: price - 1 });
    const refused = await test.call(`POST /live/${premium}/unlock`, {
      token: await test.signIn(poor),
      body: { expected_coins: price },
    });
    expect(refused.body.status).toBe('balance_insufficient');
    const unknown = '0199a000-0000-7000-8000-00000000dead';
    expect((await unlock({ live: unknown })).body.status).toBe('live_not_found');
    expect(await mine()).toEqual({ unlocked: false, via: null });
    expect(await createWallet(test.db).readBalance(fan.memberId)).toBe(150);
  });

  it('is given back when the live is called off, and so is a code', async () => {
    const lives = await test.call('GET /live?status=not_started');
    const coming = lives.body.data.find((one: { access: string }) => one.access === 'free');
    const live = coming.program_live_id;
    await test.db
      .updateTable('program_live')
      .set({ access: 'premium', price_coins: 30 })
      .where('program_live_id', '=', live)
      .execute();
    await unlock({ live, coins: 30 });
    const other = await test.makeFan();
    const otherToken = await test.signIn(other);
    const redeem = () =>
      test.call('POST /redeem/useRedeem', {
        token: otherToken,
        body: { code: 'GIVENBACK', program_live_id: live },
      });
    const operator = (path: string, payload: object) =>
      test.api.internal.inject({ method: 'POST', url: `${INTERNAL}${path}`, payload });
    const made = await operator('/codes', {
      kind: 'live',
      code: 'GIVENBACK',
      program_live_id: live,
      uses_max: 1,
      by: 'ann',
    });
    expect(made.statusCode).toBe(200);
    expect((await redeem()).status).toBe(200);
    const off = { action: 'live-cancel', live, by: 'ann', why: 'the stadium is under water' };
    expect((await operator('/show', off)).statusCode).toBe(200);
    const wallet = createWallet(test.db);
    expect(await wallet.readBalance(fan.memberId)).toBe(150);
    expect((await unlock({ live, coins: 30 })).body.data.coins).toBe(0);
    const code = await test.db
      .selectFrom('redeem_code')
      .select('used_count')
      .where('code', '=', 'GIVENBACK')
      .executeTakeFirstOrThrow();
    expect(code.used_count).toBe(0);
    expect((await operator('/show', off)).statusCode).toBe(400);
    expect(await wallet.findFaults()).toEqual([]);
  });
});

describe('a live that is called off while it is being opened', () => {
  /** A coming live, made premium, and a code that opens it. */
  async function makePremium(): Promise<{ live: string; code: string }> {
    const lives = await test.call('GET /live?status=not_started');
    const coming = lives.body.data.filter((one: { access: string }) => one.access === 'free');
    const live = coming[0].program_live_id;
    await test.db
      .updateTable('program_live')
      .set({ access: 'premium', price_coins: 30 })
      .where('program_live_id', '=', live)
      .execute();
    const code = `OFF${live.slice(-6)}`;
    const made = await operator('/codes', { kind: 'live', code, program_live_id: live, by: 'ann' });
    expect(made.statusCode).toBe(200);
    return { live, code };
  }
  const operator = (path: string, payload: object) =>
    test.api.internal.inject({ method: 'POST', url: `${INTERNAL}${path}`, payload });
  const redeem = (bearer: string, code: string, live: string) =>
    test.call('POST /redeem/useRedeem', {
      token: bearer,
      body: { code, program_live_id: live },
    });
  const usesOf = (live: string) =>
    test.db
      .selectFrom('redeem_use')
      .select('redeem_use_id')
      .where('program_live_id', '=', live)
      .execute();
  const waiting = async (): Promise<number> => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(test.db);
    return rows[0]?.count ?? 0;
  };

  it('refuses who comes after it, though they looked before', async () => {
    const { live, code } = await makePremium();
    const other = await test.signIn(await test.makeFan());
    const { asked } = await test.db.transaction().execute(async (trx) => {
      const control = new LiveControl(trx);
      await control.lockLive(live);
      const calls = [unlock({ live, coins: 30 }), redeem(other, code, live)];
      while ((await waiting()) < calls.length) await new Promise((done) => setImmediate(done));
      const now = new Date();
      await control.setLive(live, { status: 'ended', ended_at: now, cancelled_at: now });
      return { asked: calls };
    });
    const [bought, redeemed] = await Promise.all(asked);
    expect(bought?.body.status).toBe('live_ended');
    expect(redeemed?.body.status).toBe('redeem_unusable_for_live');
    expect(await createWallet(test.db).readBalance(fan.memberId)).toBe(150);
    expect(await usesOf(live)).toEqual([]);
  });

  it('keeps nobody’s coins and no use of a code, whoever was first', async () => {
    const { live, code } = await makePremium();
    const fans = await Promise.all(Array.from({ length: 8 }, () => test.makeFan({ coins: 150 })));
    const tokens = await Promise.all(fans.map((one) => test.signIn(one)));
    const opening = tokens.map((bearer, index) =>
      index % 2 === 0
        ? redeem(bearer, code, live)
        : test.call(`POST /live/${live}/unlock`, { token: bearer, body: { expected_coins: 30 } }),
    );
    await Promise.race(opening);
    const off = await operator('/show', { action: 'live-cancel', live, by: 'ann', why: 'rain' });
    expect(off.statusCode, off.body).toBe(200);
    const answers = (await Promise.all(opening)).map(({ status }) => status);
    expect(answers).toContain(200);
    const wallet = createWallet(test.db);
    for (const { memberId } of fans) expect(await wallet.readBalance(memberId)).toBe(150);
    expect(await usesOf(live)).toEqual([]);
    const { used_count: used } = await test.db
      .selectFrom('redeem_code')
      .select('used_count')
      .where('shown_code', '=', code)
      .executeTakeFirstOrThrow();
    expect(used).toBe(0);
    expect(await wallet.findFaults()).toEqual([]);
  });
});

describe('POST /match/sumViewCount', () => {
  it('counts a member once, and a browser of visitors once', async () => {
    const live = (await test.call('GET /live?status=in_progress')).body.data[0].program_live_id;
    const { body } = await test.call(`GET /live/${live}`);
    const [stream] = body.data.streams;
    const count = (channel: string, headers: Record<string, string> = {}, bearer?: string) =>
      test.call(
        `POST /match/sumViewCount?match_live_stream_id=${stream.match_live_stream_id}` +
          `&match_id=${body.data.matches[0].match_id}&channel_id=${channel}`,
        { headers, ...(bearer === undefined ? {} : { token: bearer }) },
      );
    const visitor = await count(stream.channel_id);
    expect(visitor.body.data.view_count).toBe(1);
    const cookie = String(visitor.headers['set-cookie']).split(';')[0] ?? '';
    expect((await count(stream.channel_id, { cookie })).body.data.view_count).toBe(1);
    const views = await Promise.all([1, 2, 3].map(() => count(stream.channel_id, {}, token)));
    expect(Math.max(...views.map((one) => one.body.data.view_count))).toBe(2);
    expect((await count(stream.channel_id)).body.data.view_count).toBe(3);
    expect((await count('ring-9')).body.status).toBe('stream_not_found');
    // Views of visitors leave rows, so an address has only so many; a member's are not among them.
    const many = await Promise.all(
      Array.from({ length: 300 }, () => count(stream.channel_id, { cookie })),
    );
    expect(new Set(many.map(({ status }) => status))).toEqual(new Set([200, 429]));
    expect((await count(stream.channel_id, {}, token)).status).toBe(200);
  });
});
