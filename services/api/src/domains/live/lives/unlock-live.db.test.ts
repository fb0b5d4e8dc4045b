import { makeCode } from '@sangwian/testkit/make-code';
import { startTestApi, type TestApi } from '@sangwian/testkit/start-test-api';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadSampleSeason } from '../../../sample-season/load.ts';
import { createWallet } from '../../money/wallet/wallet.module.ts';
import { operateShow } from '../bout-control/testing/operate-show.ts';
import { createViewCounter, VISITOR_VIEWS } from '../watch/view-counter.ts';
import { LiveControl } from './lives.module.ts';

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
  it('charges the price once for repeated requests, and shows it in the history', async () => {
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

  it('refuses a member who excluded themselves, without a charge', async () => {
    await test.call('POST /member/spending/exclusion', { token, body: { days: 7 } });
    expect((await unlock()).body.status).toBe('self_excluded');
    expect(await mine()).toEqual({ unlocked: false, via: null });
  });

  it('returns the first response again for the same idempotency key', async () => {
    const key = '0b6f9c4e-6f0e-4c0f-9a54-0f5b5d1f5f3a';
    const first = await unlock({ key });
    expect((await unlock({ key })).body).toEqual(first.body);
    expect((await unlock({ key, coins: 1 })).body.status).toBe('idempotency_conflict');
  });

  it('returns the current balance for a repeated request', async () => {
    const key = '0b6f9c4e-6f0e-4c0f-9a54-0f5b5d1f5f3b';
    expect((await unlock({ key })).body.data).toEqual({ coins: price, balance: 150 - price });
    await test.db.transaction().execute((trx) =>
      createWallet(trx).grantCoins(trx, {
        memberId: fan.memberId,
        coins: 7,
        kind: 'grant',
        idempotencyKey: `test:${key}`,
      }),
    );
    expect((await unlock({ key })).body.data).toEqual({ coins: price, balance: 157 - price });
  });

  it('refuses another price, too few coins and an unknown live, without a charge', async () => {
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

  it('refunds coins and restores code uses when the live is cancelled', async () => {
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
    await makeCode(test.db, {
      kind: 'live',
      code: 'GIVENBACK',
      program_live_id: live,
      uses_max: 1,
    });
    expect((await redeem()).status).toBe(200);
    const off = { action: 'live-cancel', live };
    expect((await operateShow(test, off)).status).toBe(200);
    const wallet = createWallet(test.db);
    expect(await wallet.readBalance(fan.memberId)).toBe(150);
    expect((await unlock({ live, coins: 30 })).body.data.coins).toBe(0);
    const code = await test.db
      .selectFrom('redeem_code')
      .select('used_count')
      .where('code', '=', 'GIVENBACK')
      .executeTakeFirstOrThrow();
    expect(code.used_count).toBe(0);
    expect((await operateShow(test, off)).status).toBe(400);
    expect(await wallet.findFaults()).toEqual([]);
  });
});

describe('a live that is cancelled while it is being unlocked', () => {
  /** Makes an upcoming live premium and creates a code that unlocks it. */
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
    await makeCode(test.db, {
      kind: 'live',
      code,
      program_live_id: live,
      uses_per_day_max: 50,
    });
    return { live, code };
  }
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

  it('refuses unlocks that began before the cancellation and would commit after it', async () => {
    const { live, code } = await makePremium();
    const other = await test.signIn(await test.makeFan());
    const { calls } = await test.db.transaction().execute(async (trx) => {
      const control = new LiveControl(trx);
      await control.lockLive(live);
      const unlocks = [unlock({ live, coins: 30 }), redeem(other, code, live)];
      while ((await waiting()) < unlocks.length) await new Promise((done) => setImmediate(done));
      const now = new Date();
      await control.setLive(live, { status: 'ended', ended_at: now, cancelled_at: now });
      return { calls: unlocks };
    });
    const [bought, redeemed] = await Promise.all(calls);
    expect(bought?.body.status).toBe('live_ended');
    expect(redeemed?.body.status).toBe('redeem_unusable_for_live');
    expect(await createWallet(test.db).readBalance(fan.memberId)).toBe(150);
    expect(await usesOf(live)).toEqual([]);
  });

  it('refunds all coins and restores all code uses in any order of unlocks and cancellation', async () => {
    const { live, code } = await makePremium();
    const fans = await Promise.all(Array.from({ length: 8 }, () => test.makeFan({ coins: 150 })));
    const tokens = await Promise.all(fans.map((one) => test.signIn(one)));
    const opening = tokens.map((bearer, index) =>
      index % 2 === 0
        ? redeem(bearer, code, live)
        : test.call(`POST /live/${live}/unlock`, { token: bearer, body: { expected_coins: 30 } }),
    );
    await Promise.race(opening);
    const off = await operateShow(test, { action: 'live-cancel', live });
    expect(off.status, off.text).toBe(200);
    const answers = (await Promise.all(opening)).map(({ status }) => status);
    expect(answers).toContain(200);
    const wallet = createWallet(test.db);
    for (const { memberId } of fans) expect(await wallet.readBalance(memberId)).toBe(150);
    expect(await usesOf(live)).toEqual([]);
    const counts = await test.db
      .selectFrom('redeem_code')
      .select(['used_count', 'day_count'])
      .where('shown_code', '=', code)
      .executeTakeFirstOrThrow();
    // The daily count must decrease too. Otherwise the code stays used up until midnight.
    expect(counts).toEqual({ used_count: 0, day_count: 0 });
    expect(await wallet.findFaults()).toEqual([]);
  });
});

describe('POST /match/sumViewCount', () => {
  it('counts each member and each visitor once, with or without a cookie', async () => {
    const live = (await test.call('GET /live?status=in_progress')).body.data[0].program_live_id;
    const { body } = await test.call(`GET /live/${live}`);
    const [stream] = body.data.streams;
    const count = (channel: string, headers: Record<string, string> = {}, bearer?: string) =>
      test.call(
        `POST /match/sumViewCount?match_live_stream_id=${stream.match_live_stream_id}` +
          `&match_id=${body.data.matches[0].match_id}&channel_id=${channel}`,
        { headers, ...(bearer === undefined ? {} : { token: bearer }) },
      );
    const viewsOf = async (headers: Record<string, string>, bearer?: string): Promise<number> =>
      (await count(stream.channel_id, headers, bearer)).body.data.view_count;
    const phone = { 'user-agent': 'a phone', 'x-forwarded-for': '203.0.113.5' };
    expect(await viewsOf(phone)).toBe(1);
    const again = await Promise.all(Array.from({ length: 50 }, () => viewsOf(phone)));
    expect(new Set(again)).toEqual(new Set([1]));
    expect(await viewsOf({ ...phone, 'user-agent': 'a laptop' })).toBe(2);
    const views = await Promise.all([1, 2, 3].map(() => viewsOf(phone, token)));
    expect(Math.max(...views)).toBe(3);
    expect((await count('ring-9')).body.status).toBe('stream_not_found');
  });

  it('limits the visitors of an IP address, and deletes them after a day but keeps their views', async () => {
    const live = (await test.call('GET /live?status=in_progress')).body.data[0].program_live_id;
    const { body } = await test.call(`GET /live/${live}`);
    const streamId: string = body.data.streams[0].match_live_stream_id;
    const rows = async (): Promise<number> =>
      (await test.db.selectFrom('stream_view').select('viewer').execute()).length;
    let now = new Date();
    const counter = createViewCounter({
      db: test.db,
      clock: () => now,
      secret: 'a key',
      counters: null,
    });
    const before = await rows();
    const visit = (index: number) =>
      counter.count(streamId, {
        memberId: null,
        device: { hash: null },
        ip: `2001:db8::${(index % 500).toString(16)}`,
        userAgent: `bot ${index}`,
      });
    for (let index = 0; index < VISITOR_VIEWS.perAddressMax + 100; index += 100) {
      await Promise.all(Array.from({ length: 100 }, (_, turn) => visit(index + turn)));
    }
    expect((await rows()) - before).toBe(VISITOR_VIEWS.perAddressMax);
    const views = await visit(0);
    now = new Date(now.getTime() + (VISITOR_VIEWS.keptHours + 1) * 3_600_000);
    await counter.prune();
    expect(await test.db.selectFrom('stream_view').select('viewer').execute()).toEqual(
      expect.not.arrayContaining([{ viewer: expect.stringMatching(/^visitor:/) }]),
    );
    expect(await visit(0)).toBe(views);
  }, 180_000);
});
