import { startTestApi, type TestApi } from '@sangwian/testkit/start-test-api';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createBoutControlForTest } from '../domains/live/bout-control/testing/create-bout-control.ts';
import {
  operateShow,
  readShow as readShowOf,
  type ShowAct,
} from '../domains/live/bout-control/testing/operate-show.ts';
import { settleGifts } from '../domains/live/gifts/testing/settle-gifts.ts';
import { createWallet } from '../domains/money/wallet/wallet.module.ts';
import { processDueGames } from '../domains/sport/predict/score-games.ts';
import { type DirectorDeps, directSampleShow } from './direct-show.ts';
import { FANS } from './fans.ts';
import { loadSampleSeason } from './load.ts';
import { TONIGHT_LIVE_ID } from './season-plan.ts';
import { SampleShowStore } from './show.store.ts';
import { INTERMISSION_S, LEAD_S, PAUSE_S } from './story-plan.ts';

const SECOND_MS = 1_000;
const HOLD_S = 120;
/** Every change of the story is at most this late, as with a slow poll. */
const STEP_S = 10;
const COINS = 5;
const GROWING = ['match_live', 'bout_ruling', 'show_action', 'gift_settlement'] as const;
let now: Date;
let test: TestApi;
let deps: DirectorDeps;
let boutControl: ReturnType<typeof createBoutControlForTest>['boutControl'];
let token: string;
let garland: string;

const passS = (seconds: number): void => {
  now = new Date(now.getTime() + seconds * SECOND_MS);
};
const operate = (act: ShowAct) => operateShow(test, act);
const readShow = async () =>
  (await readShowOf(test, { program_live_id: TONIGHT_LIVE_ID })).body.data;
const current = async () =>
  (await readShow()).bouts.find(({ status }: { status: string }) => status === 'in_progress');
const boutAt = async (order: number) =>
  (await readShow()).bouts.find((bout: { order: number }) => bout.order === order);
const revision = async () => (await test.call(`GET /live/${TONIGHT_LIVE_ID}`)).body.data.revision;
const counts = () =>
  Promise.all(
    GROWING.map(async (table) => (await test.db.selectFrom(table).selectAll().execute()).length),
  );
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
async function confirm(): Promise<void> {
  passS(HOLD_S);
  await boutControl.poll();
  await settleGifts(test);
}
/** Fights the current bout until its result, which is confirmed. */
async function fight() {
  const bout = await current();
  const clocks = new Set<string>();
  const store = new SampleShowStore(test.db);
  for (;;) {
    const seen = (await store.findBouts(TONIGHT_LIVE_ID, bout.order))[0]!;
    if (seen.status === 'ended') break;
    clocks.add(`${seen.round_number}${seen.resting ? ' rest' : ''}`);
    passS(STEP_S);
    await directAll();
  }
  const { result } = await boutAt(bout.order);
  await confirm();
  return { id: bout.match_live_id, order: bout.order, result, clocks: [...clocks] };
}

/** Adds lines of a sample fan to the chat. */
async function addLines(count: number): Promise<void> {
  await sql`
    insert into chat_message (program_live_id, seq, chat_message_id, member_id, member_name, text, sent_at)
    select program_live_id, last_seq + place, uuidv7(), ${FANS[1]!.memberId}::uuid, 'fan', 'สู้ ๆ', ${now}
    from chat_room, generate_series(1, ${count}) as place where program_live_id = ${TONIGHT_LIVE_ID}::uuid
  `.execute(test.db);
  await sql`update chat_room set last_seq = last_seq + ${count}`.execute(test.db);
}
const countLines = async () =>
  (
    await test.db
      .selectFrom('chat_message')
      .select('seq')
      .where('program_live_id', '=', TONIGHT_LIVE_ID)
      .execute()
  ).length;

beforeEach(async () => {
  now = new Date('2026-11-21T12:00:00Z');
  test = await startTestApi({ clock: () => now });
  const { accounts } = await loadSampleSeason(test.db, { now, hasStory: true });
  const { body } = await test.call('POST /auth/member/login-v2', { body: accounts.fans[0] });
  token = body.data.access_token ?? body.data.token;
  garland = (await test.call('GET /gift')).body.data[0].gift_id;
  boutControl = createBoutControlForTest(test, () => now).boutControl;
  deps = { db: test.db, bus: test.bus, clock: () => now, show: boutControl };
});
afterEach(() => test.close());

describe('the story of the sample', () => {
  it('plays an evening in a quarter of an hour: a decision, a knockout and a draw, with refunds', async () => {
    const wallet = createWallet(test.db);
    const memberId = FANS[0]!.memberId;
    const before = await wallet.readBalance(memberId);
    const beganAt = now;
    const first = await current();
    expect(first).toMatchObject({ order: 7, round_s: 40, round: { number: 3, resting: false } });
    for (const corner of ['red', 'blue'] as const) {
      expect((await cheer(first.match_live_id, corner)).status).toBe(200);
    }
    const decision = await fight();
    expect(decision.result).toEqual({ winner: 'red', method: 'decision', round: null });
    expect(decision.clocks).toEqual(['3', '3 rest', '4', '4 rest', '5']);
    // The coins of the losing corner are back before the next bell.
    expect(await wallet.readBalance(memberId)).toBe(before - COINS);
    expect(await directAll()).toBe(0);
    passS(PAUSE_S - HOLD_S + 5);
    expect(await directAll()).toBe(1);
    expect(await current()).toMatchObject({ order: 8, round: { number: 1, resting: false } });
    const knockout = await fight();
    expect(knockout.result).toEqual({ winner: 'blue', method: 'tko', round: 2 });
    passS(PAUSE_S - HOLD_S + 5);
    await directAll();
    const draw = await fight();
    expect(draw.result).toEqual({ winner: 'draw', method: 'draw', round: null });
    expect((now.getTime() - beganAt.getTime()) / 60_000).toBeLessThan(16);
    expect(await wallet.findFaults()).toEqual([]);
    // The scores of the game are final before the card repeats.
    passS(INTERMISSION_S - HOLD_S - 1);
    await processDueGames(deps);
    expect(await directAll()).toBe(0);
    const { program_id: programId } = (await test.call(`GET /live/${TONIGHT_LIVE_ID}`)).body.data;
    const board = await test.call(`GET /predict/rank?program_id=${programId}`);
    expect(board.body.data).toMatchObject({ members: expect.any(Number) });
    expect(board.body.data.members).toBeGreaterThan(5);
  }, 60_000);

  it('repeats its card without leaving rows, except those of bouts with gifts', async () => {
    await addLines(510);
    const seen: { gifts: number; counts: number[]; revision: number }[] = [];
    for (const hasGift of [true, false, false]) {
      for (const order of [7, 8, 9]) {
        if (hasGift && order === 8) await cheer((await current()).match_live_id, 'red');
        await fight();
        passS((order === 9 ? INTERMISSION_S : PAUSE_S) - HOLD_S + 5);
        // Several nodes repeat the card once.
        await Promise.all([directAll(), directAll()]);
      }
      expect(await current()).toBeUndefined();
      expect(await boutAt(7)).toMatchObject({ status: 'not_started', result: null });
      expect(Date.parse((await boutAt(7)).starts_at) - now.getTime()).toBe(LEAD_S * SECOND_MS);
      expect(Date.parse((await boutAt(8)).starts_at)).toBeGreaterThan(now.getTime());
      const gifts = (await test.db.selectFrom('gift_log').selectAll().execute()).length;
      seen.push({ gifts, counts: await counts(), revision: await revision() });
      passS(LEAD_S);
      expect(await directAll()).toBe(1);
    }
    expect(await countLines()).toBe(500);
    const [one, two, three] = seen;
    expect(one!.gifts).toBe(1);
    expect(two!.counts).toEqual(one!.counts);
    expect(three!.counts).toEqual(one!.counts);
    expect(two!.revision).toBeGreaterThan(one!.revision);
    expect(three!.revision).toBeGreaterThan(two!.revision);
    expect((await readShow()).bouts).toHaveLength(9);
    expect(await createWallet(test.db).findFaults()).toEqual([]);
  }, 60_000);

  it('stops when an operator directs the show, but not when an operator switches gifts off or on', async () => {
    const { match_live_id: bout } = await current();
    await operate({ action: 'gifts', bout, on: false });
    passS(40);
    expect(await directAll()).toBe(1);
    await operate({ action: 'round', bout, number: 4 });
    passS(3_600);
    expect(await directAll()).toBe(0);
    expect((await current()).round).toMatchObject({ number: 4 });
    await operate({ action: 'result', bout, winner: 'red', method: 'decision' });
    await confirm();
    passS(3_600);
    expect(await directAll()).toBe(0);
    expect(await current()).toBeUndefined();
  });

  it('advances once when several nodes direct the show', async () => {
    passS(40);
    await Promise.all([directAll(), directAll(), directAll()]);
    const { acts } = await readShow();
    expect(acts.map(({ action }: { action: string }) => action)).toEqual(['rest']);
  });
});
