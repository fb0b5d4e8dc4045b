import { ApiError } from '@sangwian/node-kit/api-error';
import { startTestApi, type TestApi } from '@sangwian/testkit/start-test-api';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  operateShow,
  readShow as readShowOf,
  type ShowAct,
} from '../domains/live/bout-control/testing/operate-show.ts';
import { settleGifts } from '../domains/live/gifts/testing/settle-gifts.ts';
import { createWallet } from '../domains/money/wallet/wallet.module.ts';
import { type DirectorDeps, directSampleShow } from './direct-show.ts';
import { FANS } from './fans.ts';
import { loadSampleSeason } from './load.ts';
import { TONIGHT_LIVE_ID } from './season-plan.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const COINS = 5;
let now: Date;
let test: TestApi;
let deps: DirectorDeps;
let token: string;
let garland: string;

const pass = (ms: number): void => {
  now = new Date(now.getTime() + ms);
};
const operate = (act: ShowAct) => operateShow(test, act);
const readShow = async () =>
  (await readShowOf(test, { program_live_id: TONIGHT_LIVE_ID })).body.data;
const current = async () =>
  (await readShow()).bouts.find(({ status }: { status: string }) => status === 'in_progress');
const boutAt = async (order: number) =>
  (await readShow()).bouts.find((bout: { order: number }) => bout.order === order);
/** Directs the show until nothing is due. Returns the number of steps. */
const directAll = async (): Promise<number> => {
  let steps = 0;
  while (await directSampleShow(deps)) steps += 1;
  return steps;
};
const cheer = (bout: string, corner: 'red' | 'blue') =>
  test.call('POST /gift/send', {
    token,
    body: { match_live_id: bout, corner, gift_id: garland, quantity: COINS, expected_coins: COINS },
  });
/** Confirms a result, like the show's jobs after the hold period. */
async function confirm(bout: string): Promise<void> {
  pass(2 * MINUTE_MS);
  await operate({ action: 'confirm', bout, by: 'sangwian' });
  await settleGifts(test);
  pass(MINUTE_MS);
}

beforeEach(async () => {
  now = new Date('2026-11-21T12:00:00Z');
  test = await startTestApi({ clock: () => now });
  const { accounts } = await loadSampleSeason(test.db, { now });
  const { body } = await test.call('POST /auth/member/login-v2', { body: accounts.fans[0] });
  token = body.data.access_token ?? body.data.token;
  garland = (await test.call('GET /gift')).body.data[0].gift_id;
  deps = {
    db: test.db,
    bus: test.bus,
    clock: () => now,
    show: {
      control: async (bout, act, { actor: by }) => {
        const { status } = await operate({ ...act, by, bout });
        if (status !== 200) throw new ApiError('request_invalid');
      },
    },
  };
});
afterEach(() => test.close());

describe('the show of the sample', () => {
  it('runs rounds, result, refund and the next bouts, and then repeats its card', async () => {
    const wallet = createWallet(test.db);
    const memberId = FANS[0]!.memberId;
    const start = await wallet.readBalance(memberId);
    expect(await directAll()).toBe(0);
    const first = await current();
    expect(first).toMatchObject({ order: 7, round: { number: 3, resting: false } });
    for (const corner of ['red', 'blue'] as const) {
      expect((await cheer(first.match_live_id, corner)).status).toBe(200);
    }
    pass(134 * SECOND_MS);
    expect(await directAll()).toBe(1);
    expect((await current()).round).toEqual({
      number: 3,
      resting: true,
      started_at: now.toISOString(),
    });
    // The director is two rounds late. It catches up bell by bell, and ends the bout with a result.
    pass(20 * MINUTE_MS);
    expect(await directAll()).toBe(4);
    expect(await boutAt(7)).toMatchObject({
      status: 'ended',
      round: null,
      result: { method: 'decision' },
    });
    expect(await wallet.readBalance(memberId)).toBe(start - 2 * COINS);
    await confirm(first.match_live_id);
    // The coins of the losing corner are refunded.
    expect(await wallet.readBalance(memberId)).toBe(start - COINS);
    for (const order of [8, 9]) {
      expect(await directAll()).toBe(1);
      const bout = await current();
      expect(bout).toMatchObject({ order, round: { number: 1, resting: false } });
      pass(25 * MINUTE_MS);
      await directAll();
      expect(await boutAt(order)).toMatchObject({ status: 'ended', result: expect.anything() });
      await confirm(bout.match_live_id);
    }
    // One step repeats the card, the other begins its first bout.
    expect(await directAll()).toBe(2);
    const again = await current();
    expect(again).toMatchObject({ order: 7, round: { number: 1 }, gifts: { red: { coins: 0 } } });
    expect(again.match_live_id).not.toBe(first.match_live_id);
    expect((await boutAt(8)).result).toBeNull();
    expect((await cheer(first.match_live_id, 'red')).body.status).toBe('match_ended');
    expect((await readShow()).bouts).toHaveLength(9);
    expect(await wallet.findFaults()).toEqual([]);
  });

  it('stops when an operator directs the show, but not when an operator switches gifts off or on', async () => {
    const { match_live_id: bout } = await current();
    await operate({ action: 'gifts', bout, on: false });
    pass(134 * SECOND_MS);
    expect(await directAll()).toBe(1);
    await operate({ action: 'round', bout, number: 4 });
    pass(60 * MINUTE_MS);
    expect(await directAll()).toBe(0);
    expect((await current()).round).toMatchObject({ number: 4 });
    await operate({ action: 'result', bout, winner: 'red', method: 'decision' });
    await confirm(bout);
    expect(await directAll()).toBe(0);
    expect(await current()).toBeUndefined();
  });

  it('advances once when several nodes direct the show', async () => {
    pass(40 * MINUTE_MS);
    await Promise.all([directAll(), directAll(), directAll()]);
    const { acts } = await readShow();
    expect(acts.map(({ action }: { action: string }) => action)).toEqual(['result']);
  });
});
