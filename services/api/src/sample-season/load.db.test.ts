import { createHash } from 'node:crypto';
import { createLogger } from '@sangwian/node-kit/logger';
import { startTestApi, type TestApi } from '@sangwian/testkit/start-test-api';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { operateShow, type ShowAct } from '../domains/live/bout-control/testing/operate-show.ts';
import { createWallet } from '../domains/money/wallet/wallet.module.ts';
import { directSampleShow } from './direct-show.ts';
import { loadSampleSeason, refreshSampleSeason, type SampleSeason } from './load.ts';
import { createSampleSeasonModule } from './sample-season.module.ts';

let test: TestApi;
let now = new Date('2026-11-21T12:00:00Z');

const start = async (): Promise<void> => {
  now = new Date('2026-11-21T12:00:00Z');
  test = await startTestApi({ clock: () => now });
};

const counts = async () =>
  Promise.all(
    (
      ['fighter', 'program', 'bout', 'match_live', 'chat_message', 'member', 'stream_key'] as const
    ).map(async (table) => (await test.db.selectFrom(table).selectAll().execute()).length),
  );

describe('the sample season', () => {
  let season: SampleSeason;
  beforeAll(async () => {
    await start();
    season = await loadSampleSeason(test.db, { now });
  });
  afterAll(() => test.close());

  it('lets nine fans sign in, each with 2 000 coins, and shows a live in progress', async () => {
    expect(season.accounts.fans).toHaveLength(9);
    for (const fan of season.accounts.fans) {
      const { body } = await test.call('POST /auth/member/login-v2', { body: fan });
      expect(body.data.member.wallet.balance).toBe(2_000);
    }
    const { body } = await test.call(`GET /live/${season.program_live_id}`);
    expect(body.data).toMatchObject({ status: 'in_progress', bouts: 9, access: 'free' });
    expect(body.data.headline.red.name).toEqual({ th: 'เพชรน้ำหนึ่ง', en: 'Phetnamnueng' });
    const chat = await test.call(`GET /live/${season.program_live_id}/chat`);
    expect(chat.body.data.messages.length).toBeGreaterThan(10);
    expect(chat.body.data.messages.length).toBe(chat.body.data.seq);
  });

  it('gives fans past orders, with the coins of paid ones', async () => {
    for (const fan of season.accounts.fans.slice(0, 2)) {
      const signIn = await test.call('POST /auth/member/login-v2', { body: fan });
      const token = signIn.body.data.access_token;
      const { body } = await test.call('GET /order', { token });
      const ends = body.data.map(({ status }: { status: string }) => status);
      expect(ends.length).toBeGreaterThan(3);
      expect(ends).toContain('paid');
      const times = body.data.map((order: { created_at: string }) => order.created_at);
      expect(times).toEqual([...times].sort().reverse());
    }
    expect(await createWallet(test.db).findFaults()).toEqual([]);
  });

  it('has codes that every fan can redeem', async () => {
    const { codes, accounts } = season;
    expect((await loadSampleSeason(test.db, { now })).codes).toEqual(codes);
    const signIn = await test.call('POST /auth/member/login-v2', { body: accounts.fans[0] });
    const token = signIn.body.data.access_token;
    const got = await Promise.all(
      codes.map((code) => test.call('POST /redeem/useRedeem', { token, body: { code } })),
    );
    expect(got.map(({ body }) => [body.data.kind, body.data.coins])).toEqual([
      ['coin', 100],
      ['live', 0],
    ]);
  });
});

describe('a separately loaded season', () => {
  beforeEach(start);
  afterEach(() => test.close());

  it('is loaded once, even by concurrent callers, and keeps its key and rows', async () => {
    const [first, other] = await Promise.all([
      loadSampleSeason(test.db, { now }),
      loadSampleSeason(test.db, { now }),
    ]);
    const before = await counts();
    const again = await loadSampleSeason(test.db, { now: new Date(now.getTime() + 60_000) });
    expect(other.stream_key).toBe(first.stream_key);
    expect(again.stream_key).toBe(first.stream_key);
    expect(await counts()).toEqual(before);
    const keys = await test.db.selectFrom('stream_key').selectAll().execute();
    expect(keys.map((key) => key.key_hash.toString('hex'))).toEqual([
      createHash('sha256').update(first.stream_key).digest('hex'),
    ]);
  });

  it('moves to the current day after days have passed', async () => {
    const season = await loadSampleSeason(test.db, { now });
    const before = await counts();
    const [week] = await test.db
      .selectFrom('program')
      .select('starts_at')
      .orderBy('starts_at')
      .limit(1)
      .execute();
    expect(await refreshSampleSeason(test.db, { now: new Date(now.getTime() + 3_600_000) })).toBe(
      false,
    );
    now = new Date('2026-11-26T05:00:00Z');
    expect(await refreshSampleSeason(test.db, { now })).toBe(true);
    expect(await counts()).toEqual(before);
    const moved = await test.db
      .selectFrom('program')
      .select('starts_at')
      .orderBy('starts_at')
      .limit(1)
      .execute();
    expect(moved[0]!.starts_at.getTime() - week!.starts_at.getTime()).toBe(5 * 86_400_000);
    const { body } = await test.call(`GET /live/${season.program_live_id}`);
    expect(body.data.status).toBe('in_progress');
    expect(now.getTime() - Date.parse(body.data.starts_at)).toBeLessThan(4 * 3_600_000);
    const list = await test.call('GET /live?status=not_started');
    expect(
      list.body.data.every(
        (live: { starts_at: string }) => Date.parse(live.starts_at) > now.getTime(),
      ),
    ).toBe(true);
  });

  it('replaces bouts with gifts or rulings on a new night, and keeps their settlements', async () => {
    const { program_live_id: live, accounts } = await loadSampleSeason(test.db, { now });
    const wallet = createWallet(test.db);
    const signIn = await test.call('POST /auth/member/login-v2', { body: accounts.fans[0] });
    const { access_token: token, member } = signIn.body.data;
    const [{ gift_id: garland }] = (await test.call('GET /gift')).body.data;
    const cheer = (bout: string) =>
      test.call('POST /gift/send', {
        token,
        body: {
          match_live_id: bout,
          corner: 'red',
          gift_id: garland,
          quantity: 9,
          expected_coins: 9,
        },
      });
    const show = async (act: ShowAct) => {
      const { status, text } = await operateShow(test, act);
      expect(status, text).toBe(200);
    };
    const bouts = async () => (await test.call(`GET /live/${live}`)).body.data;
    const first = (await bouts()).current_match_live_id;
    await cheer(first);
    await show({ action: 'result', bout: first, winner: 'red', method: 'decision' });
    await show({ action: 'confirm', bout: first, by: 'bob' });
    const second = (await bouts()).matches.find(
      (match: { status: string }) => match.status === 'not_started',
    ).match_live_id;
    await show({ action: 'start', bout: second });
    expect((await cheer(second)).status).toBe(200);
    await show({ action: 'result', bout: second, winner: 'red', method: 'decision' });
    const lives = await test.call('GET /live?status=not_started');
    const { program_live_id: premium } = lives.body.data.find(
      (one: { access: string }) => one.access === 'premium',
    );
    await show({ action: 'live-cancel', live: premium });

    now = new Date(now.getTime() + 24 * 3_600_000);
    expect(await refreshSampleSeason(test.db, { now })).toBe(true);
    const { current_match_live_id: current, matches } = await bouts();
    expect([first, second]).not.toContain(current);
    expect(matches.map((match: { order: number }) => match.order)).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9,
    ]);
    await test.api.start();
    // The result of the second bout was never confirmed, so the gift to this bout is refunded.
    await expect
      .poll(() => wallet.readBalance(member.member_id), { timeout: 20_000 })
      .toBe(2_000 - 9);
    expect((await cheer(first)).body.status).toBe('match_ended');
    expect((await cheer(current)).status).toBe(200);
    expect((await test.call(`GET /live/${premium}`)).body.data.status).toBe('ended');
    expect(await wallet.findFaults()).toEqual([]);
    now = new Date(now.getTime() + 24 * 3_600_000);
    expect(await refreshSampleSeason(test.db, { now })).toBe(true);
    expect((await bouts()).current_match_live_id).not.toBe(current);
  }, 30_000);

  it('changes nothing in a database without the sample', async () => {
    expect(await refreshSampleSeason(test.db, { now })).toBe(false);
    const options = {
      db: test.db,
      bus: test.bus,
      clock: () => now,
      logger: createLogger('test', 'silent'),
      show: { control: () => Promise.reject(new Error('there is no show')) },
      hasStory: true,
    };
    expect(await directSampleShow(options)).toBe(false);
    const module = createSampleSeasonModule(options);
    await module.start?.();
    await module.stop?.();
    expect(await counts()).toEqual([0, 0, 0, 0, 0, 0, 0]);
  });
});
