import { randomUUID } from 'node:crypto';
import type { MemberId } from '@sangwian/contract/ids';
import { makeStaff } from '@sangwian/testkit/make-staff';
import { startTestApi, TEST_OWNER_TOKEN, type TestApi } from '@sangwian/testkit/start-test-api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadSampleSeason } from '../../../sample-season/load.ts';
import { createWallet, type Wallet } from '../../money/wallet/wallet.module.ts';
import { settleGifts } from '../gifts/testing/settle-gifts.ts';
import { operateShow, readShow, type ShowAct } from './testing/operate-show.ts';

const RED = 7;
const BLUE = 11;
const HOUR_MS = 60 * 60_000;
let now = new Date('2026-11-21T12:00:00Z');
let test: TestApi;
let wallet: Wallet;
let fan: { memberId: MemberId; token: string };
let garland: string;
/** Upcoming free lives with eight bouts each. */
let lives: string[];

// biome-ignore lint/suspicious/noExplicitAny: the expectations check the shape.
async function show(act: ShowAct): Promise<any> {
  const { status, body, text } = await operateShow(test, act);
  expect(status, text).toBe(200);
  return body.data;
}
/** Reads a bout as an operator, after all decided gifts have been settled. */
const settledBout = async (live: string, bout: string) => {
  await settleGifts(test);
  const { bouts } = (await readShow(test, { program_live_id: live })).body.data;
  return bouts.find((one: { match_live_id: string }) => one.match_live_id === bout);
};
const settlementOf = async (live: string, bout: string) =>
  (await settledBout(live, bout)).settlement;
const correctionsOf = async (live: string, bout: string) =>
  (await settledBout(live, bout)).corrections.filter(
    (one: { finished_at: string | null }) => one.finished_at !== null,
  );
const preview = async (bout: string, result: Record<string, string>) => {
  const path = `/operator/show/bouts/${bout}/correction?${new URLSearchParams(result)}`;
  return (await test.call(`GET ${path}`, { token: TEST_OWNER_TOKEN })).body.data;
};
const cheer = (bout: string, corner: 'red' | 'blue', coins: number) =>
  test.call('POST /gift/send', {
    token: fan.token,
    body: { match_live_id: bout, corner, gift_id: garland, quantity: coins, expected_coins: coins },
  });
const balance = () => wallet.readBalance(fan.memberId);
const overdue = async () =>
  /^bouts_without_result (\d+)$/m.exec(
    (await test.api.internal.inject({ url: '/metrics' })).body,
  )?.[1];

beforeAll(async () => {
  test = await startTestApi({ clock: () => now });
  wallet = createWallet(test.db);
  await loadSampleSeason(test.db, { now });
  const { body } = await test.call('GET /live?status=not_started');
  lives = body.data
    .filter((one: { access: string }) => one.access === 'free')
    .map((one: { program_live_id: string }) => one.program_live_id);
  const made = await test.makeFan({ coins: 1_000 });
  fan = { memberId: made.memberId, token: await test.signIn(made) };
  garland = (await test.call('GET /gift')).body.data[0].gift_id;
});
afterAll(() => test.close());

it('refunds or keeps the gifts as each kind of result requires', async () => {
  const [live = ''] = lives;
  const { bouts } = await show({ action: 'live-start', live });
  const rows = [
    [{ winner: 'red', method: 'decision' }, false, BLUE],
    [{ winner: 'blue', method: 'tko', round: 2 }, false, RED],
    [{ winner: 'red', method: 'disqualification' }, true, BLUE],
    [{ winner: 'blue', method: 'forfeit' }, true, RED],
    [{ winner: 'draw', method: 'draw' }, false, 0],
    [{ winner: 'draw', method: 'draw' }, true, RED + BLUE],
    [{ winner: 'none', method: 'cancelled' }, false, RED + BLUE],
    [{ winner: 'none', method: 'no_contest' }, false, RED + BLUE],
  ] as const;
  for (const [index, [result, drawRefunds, refunded]] of rows.entries()) {
    const { match_live_id: bout } = bouts[index];
    if (drawRefunds) await show({ action: 'draw-refunds', bout, on: true });
    const { body } = await test.call(`GET /live/${live}`);
    // Fans see the rule for a draw before they give.
    expect(body.data.matches[index].draw_refunds).toBe(drawRefunds);
    await show({ action: 'start', bout });
    const before = await balance();
    await cheer(bout, 'red', RED);
    await cheer(bout, 'blue', BLUE);
    await show({ action: 'result', bout, ...result });
    expect(await balance()).toBe(before - RED - BLUE);
    await show({ action: 'confirm', bout, by: 'bob' });
    expect(await settlementOf(live, bout), result.method).toMatchObject({
      refunded_coins: refunded,
      kept_coins: RED + BLUE - refunded,
    });
    expect(await balance()).toBe(before - RED - BLUE + refunded);
  }
  expect(await wallet.findFaults()).toEqual([]);
});

it('refuses to change the refunds of a draw once the bout is in progress', async () => {
  const [, live = ''] = lives;
  const { bouts } = await show({ action: 'live-start', live });
  const [{ match_live_id: bout }] = bouts;
  await show({ action: 'start', bout });
  const late = await operateShow(test, { action: 'draw-refunds', bout, on: true });
  expect(late.status).toBe(400);
});

it('refunds each corner at most once over repeated corrections', async () => {
  const [, live = ''] = lives;
  const { bouts } = (await readShow(test, { program_live_id: live })).body.data;
  // The first bout is still in progress from the previous test.
  const [{ match_live_id: before }, { match_live_id: bout }] = bouts;
  await show({ action: 'end', bout: before });
  await show({ action: 'draw-refunds', bout, on: true });
  await show({ action: 'start', bout });
  const start = await balance();
  await cheer(bout, 'red', RED);
  await cheer(bout, 'blue', BLUE);
  const notices: unknown[] = [];
  const stop = test.bus.subscribe('gift:refunded', ({ reason, refunds }) =>
    notices.push([reason, refunds.map(({ coins }) => coins)]),
  );
  await show({ action: 'result', bout, winner: 'red', method: 'decision' });
  await show({ action: 'confirm', bout, by: 'bob' });
  await settlementOf(live, bout);
  expect(await balance()).toBe(start - RED);
  const blue = { winner: 'blue', method: 'decision' };
  expect(await preview(bout, blue)).toEqual({ corners: ['red'], members: 1, coins: RED });
  const stale = await operateShow(test, { action: 'correct', bout, ...blue, expected_coins: 6 });
  expect(stale.body.details[0].message).toContain('coins: 7, members: 1');
  expect(await balance()).toBe(start - RED);
  await show({ action: 'correct', bout, ...blue, expected_coins: RED });
  await correctionsOf(live, bout);
  expect(await balance()).toBe(start);
  const red = { winner: 'red', method: 'decision' };
  const draw = { winner: 'draw', method: 'draw' };
  for (const result of [red, blue, draw, red]) {
    expect(await preview(bout, result)).toMatchObject({ corners: [], members: 0, coins: 0 });
    await show({ action: 'correct', bout, ...result, expected_coins: 0 });
  }
  expect(await correctionsOf(live, bout)).toMatchObject([
    { corner: 'red', refunded_members: 1, refunded_coins: RED },
  ]);
  stop();
  expect(await balance()).toBe(start);
  expect(notices).toEqual([
    ['settled', [BLUE]],
    ['corrected', [RED]],
  ]);
  expect(await wallet.findFaults()).toEqual([]);
});

it('refunds the gifts of a cancelled live automatically after the hold period', async () => {
  const [, , live = ''] = lives;
  const before = await balance();
  const { bouts } = await show({ action: 'live-start', live });
  const [{ match_live_id: bout }] = bouts;
  await show({ action: 'start', bout });
  await cheer(bout, 'red', RED);
  await show({ action: 'live-cancel', live });
  expect((await cheer(bout, 'red', RED)).body.status).toBe('match_ended');
  expect(await balance()).toBe(before - RED);
  now = new Date(now.getTime() + 2 * 60_000);
  await test.api.start();
  await expect.poll(balance, { timeout: 10_000 }).toBe(before);
  expect(await settlementOf(live, bout)).toMatchObject({ refunded_coins: RED, kept_coins: 0 });
  expect(await balance()).toBe(before);
  expect(await wallet.findFaults()).toEqual([]);
}, 15_000);

it('can be cancelled only by an owner, at the current version, and once per act', async () => {
  const { body: coming } = await test.call('GET /live?status=not_started');
  const live = coming.data.find(
    (one: { access: string }) => one.access === 'premium',
  ).program_live_id;
  const read = async () => (await readShow(test, { program_live_id: live })).body.data;
  const { version } = (await read()).live;
  const act = { act_id: randomUUID(), version, reason: 'a flood' };
  const cancel = async (body: object, role: 'owner' | 'show_caller' = 'owner') => {
    // The age of a second factor is measured with the real clock.
    const { headers } = await makeStaff(test.db, role, { name: 'Malee' });
    return test.call(`POST /operator/show/lives/${live}/cancel`, { headers, body });
  };
  expect((await cancel(act, 'show_caller')).body.status).toBe('second_person_needed');
  expect((await cancel({ ...act, version: version - 1 })).body.status).toBe('edit_stale');
  const untouched = await read();
  expect(untouched.acts).toEqual([]);
  const done = await cancel(act);
  expect(done.status, done.text).toBe(200);
  expect((await cancel(act)).status).toBe(200);
  const { live: cancelled, bouts, acts } = await read();
  expect(cancelled.status).toBe('ended');
  expect(bouts.map((bout: { result: unknown }) => bout.result)).toEqual(
    bouts.map(() => ({ winner: 'none', method: 'cancelled', round: null })),
  );
  expect(acts.filter(({ action }: { action: string }) => action === 'live-cancel')).toMatchObject([
    { by: 'Malee', reason: 'a flood' },
  ]);
});

it('counts a bout with gifts and no result as overdue after a day', async () => {
  const [, , , live = ''] = lives;
  const { bouts } = await show({ action: 'live-start', live });
  const [{ match_live_id: bout }] = bouts;
  await show({ action: 'start', bout });
  await cheer(bout, 'blue', BLUE);
  await show({ action: 'end', bout });
  now = new Date(now.getTime() + 24 * HOUR_MS - 1);
  expect(await overdue()).toBe('0');
  now = new Date(now.getTime() + 1);
  expect(await overdue()).toBe('1');
});
