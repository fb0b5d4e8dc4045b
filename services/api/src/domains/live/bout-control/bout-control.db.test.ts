import { randomUUID } from 'node:crypto';
import type { MemberId } from '@sangwian/contract/ids';
import { startTestApi, type TestApi } from '@sangwian/testkit/start-test-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadSampleSeason } from '../../../sample-season/load.ts';
import { createWallet, type Wallet } from '../../money/wallet/wallet.module.ts';
import { settleGifts } from '../gifts/testing/settle-gifts.ts';
import type { BoutControlModule } from './bout-control.module.ts';
import { createBoutControlForTest } from './testing/create-bout-control.ts';
import { operateShow, readShow as readShowOf, type ShowAct } from './testing/operate-show.ts';

const MINUTE_MS = 60_000;
let now = new Date('2026-11-21T12:00:00Z');
let test: TestApi;
let wallet: Wallet;
let boutControl: BoutControlModule;
let live: string;
let premium: string;
let fan: { memberId: MemberId; token: string };
let garland: string;

// biome-ignore lint/suspicious/noExplicitAny: the expectations check the shape.
type Answer = any;

const show = (act: ShowAct) => operateShow(test, act);
const readShow = async (): Promise<Answer> =>
  (await readShowOf(test, { program_live_id: live })).body.data;
const current = async (): Promise<string> =>
  (await test.call(`GET /live/${live}`)).body.data.current_match_live_id;
const cheer = (bout: string, corner: 'red' | 'blue', coins: number) =>
  test.call('POST /gift/send', {
    token: fan.token,
    body: { match_live_id: bout, corner, gift_id: garland, quantity: coins, expected_coins: coins },
  });
const balance = () => wallet.readBalance(fan.memberId);
const matchOf = async (bout: string) =>
  (await test.call(`GET /live/${live}`)).body.data.matches.find(
    (match: { match_live_id: string }) => match.match_live_id === bout,
  );
/** Settles the bouts with decided gifts. Returns the settlement of one of them. */
const settled = async (bout: string) => {
  await settleGifts(test);
  return (await readShow()).bouts.find(
    (one: { match_live_id: string }) => one.match_live_id === bout,
  ).settlement;
};
/** Pays the ordered corrections. Returns those of one bout that have been paid. */
const corrected = async (bout: string) => {
  await settleGifts(test);
  const shown = (await readShow()).bouts.find(
    (one: { match_live_id: string }) => one.match_live_id === bout,
  );
  return shown.corrections.filter(
    ({ finished_at }: { finished_at: string | null }) => finished_at !== null,
  );
};
/** Starts the next bout of the card. */
async function startNext(): Promise<string> {
  const next = (await readShow()).bouts.find(
    (one: { status: string }) => one.status === 'not_started',
  ).match_live_id;
  expect((await show({ action: 'start', bout: next })).status).toBe(200);
  return next;
}

beforeAll(async () => {
  test = await startTestApi({ clock: () => now });
  wallet = createWallet(test.db);
  ({ boutControl } = createBoutControlForTest(test, () => now));
  live = (await loadSampleSeason(test.db, { now })).program_live_id;
  const lives = await test.call('GET /live?status=not_started');
  premium = lives.body.data.find(
    (one: { access: string }) => one.access === 'premium',
  ).program_live_id;
  const made = await test.makeFan({ coins: 1_000 });
  fan = { memberId: made.memberId, token: await test.signIn(made) };
  garland = (await test.call('GET /gift')).body.data[0].gift_id;
});
afterAll(() => test.close());

describe('a bout', () => {
  it('runs from its bell through rounds and rests to a result that a second operator confirms', async () => {
    const bout = await current();
    const decided: string[] = [];
    const stop = test.bus.subscribe('bout:decided', ({ state }) => decided.push(state));
    await cheer(bout, 'red', 40);
    await cheer(bout, 'blue', 60);
    expect((await show({ action: 'round', bout, number: 4 })).status).toBe(200);
    expect((await show({ action: 'rest', bout })).status).toBe(200);
    expect(await matchOf(bout)).toMatchObject({ round: { number: 4, resting: true } });
    expect((await show({ action: 'end', bout })).status).toBe(200);
    expect((await cheer(bout, 'red', 1)).body.status).toBe('match_ended');
    const tko = { action: 'result', bout, winner: 'red', method: 'tko', round: 4 };
    expect((await show(tko)).status).toBe(200);
    expect(await matchOf(bout)).toMatchObject({
      status: 'ended',
      result: { winner: 'red', method: 'tko', round: 4 },
    });
    expect(await balance()).toBe(900);
    const alone = await show({ action: 'confirm', bout });
    expect([alone.status, alone.body.status]).toEqual([403, 'second_person_needed']);
    expect((await show({ action: 'confirm', bout, by: 'bob' })).status).toBe(200);
    expect(await settled(bout)).toMatchObject({ refunded_coins: 60, kept_coins: 40 });
    expect(await balance()).toBe(960);
    expect((await show({ action: 'withdraw', bout })).status).toBe(400);
    const wrong = { action: 'correct', bout, winner: 'blue', method: 'tko', expected_coins: 40 };
    expect((await show(wrong)).body.details[0].message).toBe('a TKO has a round');
    expect((await show({ ...wrong, method: 'decision' })).status).toBe(200);
    expect(await matchOf(bout)).toMatchObject({ result: { winner: 'blue', method: 'decision' } });
    expect(await corrected(bout)).toHaveLength(1);
    // The first result refunded the gifts to blue, the corrected result those to red. No refund was taken
    // back.
    expect(await settled(bout)).toMatchObject({ refunded_coins: 60, kept_coins: 40 });
    expect(await balance()).toBe(1_000);
    expect(decided).toEqual(['recorded', 'settled', 'corrected', 'settled']);
    stop();
    const history = await test.call(
      `GET /auth/member/wallet/history?member_id=${fan.memberId}&limit=1`,
      { token: fan.token },
    );
    expect(history.body.data[0]).toMatchObject({
      kind: 'gift_refund',
      coins: 40,
      about: {
        type: 'bout',
        id: bout,
        title_en: expect.stringContaining(' – '),
        reason: 'result_corrected',
      },
    });
    const { acts } = await readShow();
    expect(acts.slice(0, 2)).toMatchObject([
      { action: 'correct' },
      { action: 'confirm', by: 'bob', reason: 'the bout went so' },
    ]);
    const { details } = await test.db
      .selectFrom('show_action')
      .select('details')
      .where('action', '=', 'correct')
      .executeTakeFirstOrThrow();
    expect(details).toMatchObject({
      winner: 'blue',
      refund: { corners: ['red'], members: 1, coins: 40 },
    });
    expect(await wallet.findFaults()).toEqual([]);
  });

  it('can have its result withdrawn during the hold period, and is confirmed automatically after it', async () => {
    const bout = await startNext();
    await cheer(bout, 'red', 10);
    const before = await balance();
    expect((await show({ action: 'round', bout, number: 3 })).status).toBe(200);
    const running = await matchOf(bout);
    now = new Date(now.getTime() + MINUTE_MS);
    await show({ action: 'result', bout, winner: 'red', method: 'decision' });
    const decided = await matchOf(bout);
    expect(decided).toMatchObject({ status: 'ended', ruling: { sequence: 1, state: 'recorded' } });
    expect(decided.revision).toBeGreaterThan(running.revision);
    expect((await cheer(bout, 'red', 10)).body.status).toBe('match_ended');
    const early = {
      action: 'correct',
      bout,
      winner: 'blue',
      method: 'decision',
      expected_coins: 10,
    };
    expect((await show(early)).status).toBe(400);
    expect((await show({ action: 'withdraw', bout })).status).toBe(200);
    // The bout continues with its round, its clock and its gifts.
    const restored = await matchOf(bout);
    expect(restored).toMatchObject({
      status: 'in_progress',
      round: running.round,
      result: null,
      result_at: null,
      ended_at: null,
      ruling: { sequence: 2, state: 'withdrawn' },
    });
    expect(restored.revision).toBeGreaterThan(decided.revision);
    expect((await cheer(bout, 'red', 1)).status).toBe(200);
    await show({ action: 'end', bout });
    await show({ action: 'result', bout, winner: 'draw', method: 'draw' });
    await show({ action: 'withdraw', bout });
    // An ended bout stays ended.
    expect(await matchOf(bout)).toMatchObject({ status: 'ended', result: null });
    await show({ action: 'result', bout, winner: 'blue', method: 'decision' });
    now = new Date(now.getTime() + 2 * MINUTE_MS - 1);
    await boutControl.poll();
    expect((await matchOf(bout)).ruling).toMatchObject({ state: 'recorded' });
    now = new Date(now.getTime() + 1);
    // The person who recorded the result can never confirm it.
    expect((await show({ action: 'confirm', bout })).status).toBe(403);
    await boutControl.poll();
    await settled(bout);
    expect(await balance()).toBe(before + 10);
    expect((await matchOf(bout)).ruling).toMatchObject({ sequence: 5, state: 'confirmed' });
  });

  it('is not started when a cancellation from before the bell is withdrawn', async () => {
    const bout = (await readShow()).bouts.find(
      (one: { status: string }) => one.status === 'not_started',
    ).match_live_id;
    await show({ action: 'cancel', bout });
    expect(await matchOf(bout)).toMatchObject({ status: 'ended', result: { winner: 'none' } });
    await show({ action: 'withdraw', bout });
    expect(await matchOf(bout)).toMatchObject({ status: 'not_started', result: null });
  });

  it('refunds both corners after a substitution, and the new bout starts without gifts', async () => {
    const bout = await startNext();
    const before = await balance();
    await cheer(bout, 'red', 15);
    await cheer(bout, 'blue', 5);
    const other = await test.db
      .selectFrom('fighter')
      .select('fighter_id')
      .orderBy('fighter_id', 'desc')
      .executeTakeFirstOrThrow();
    const { order } = await matchOf(bout);
    const done = await show({
      action: 'substitute',
      bout,
      corner: 'blue',
      fighter_id: other.fighter_id,
    });
    expect(done.status).toBe(200);
    const { bouts } = await readShow();
    const replacement = bouts.find((one: { order: number }) => one.order === order);
    expect(replacement).toMatchObject({
      status: 'not_started',
      blue: { fighter_id: other.fighter_id },
      gifts: { red: { coins: 0 }, blue: { coins: 0 } },
    });
    const next = replacement.match_live_id;
    expect(next).not.toBe(bout);
    await settleGifts(test);
    expect(await balance()).toBe(before);
    expect((await show({ action: 'start', bout })).body.status).toBe('match_not_found');
    expect((await show({ action: 'start', bout: next })).status).toBe(200);
    expect((await cheer(next, 'blue', 1)).status).toBe(200);
    await show({ action: 'no-contest', bout: next });
    await show({ action: 'confirm', bout: next, by: 'bob' });
    await settled(next);
    expect(await balance()).toBe(before);
    expect(await wallet.findFaults()).toEqual([]);
  });

  it('refuses actions that do not fit its state', async () => {
    const [ended] = (await readShow()).bouts;
    for (const payload of [
      { action: 'start' },
      { action: 'rest' },
      { action: 'end' },
      { action: 'draw-refunds', on: true },
      { action: 'substitute', corner: 'red', fighter_id: ended.blue.fighter_id },
      { action: 'result', winner: 'red', method: 'draw' },
    ]) {
      expect((await show({ ...payload, bout: ended.match_live_id })).status).toBe(400);
    }
    expect((await show({ action: 'start', bout: randomUUID() })).body.status).toBe(
      'match_not_found',
    );
  });

  it('refunds its gifts after a week without a result', async () => {
    const before = await balance();
    const { body } = await show({ action: 'live-start', live: premium });
    const bout = body.data.bouts[0].match_live_id;
    await show({ action: 'start', bout });
    const unlocked = {
      program_live_id: premium,
      member_id: fan.memberId,
      via: 'code',
      paid_coins: 0,
    };
    await test.db
      .insertInto('live_unlock')
      .values({ ...unlocked, via: 'code' })
      .execute();
    expect((await cheer(bout, 'red', 7)).status).toBe(200);
    await show({ action: 'end', bout });
    now = new Date(now.getTime() + 7 * 24 * 60 * MINUTE_MS);
    await test.api.start();
    await expect.poll(balance, { timeout: 14_000 }).toBe(before);
    expect(await wallet.findFaults()).toEqual([]);
  }, 15_000);
});
