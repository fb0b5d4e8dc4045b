import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { loadSampleSeason } from '@sangwian/api/sample-season/load';
import type { ResponseOf } from '@sangwian/contract/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCalls, type StormCalls } from './storm-calls.ts';
import { type StormFan, type StormWorld, startStormWorld } from './storm-world.ts';

const SENDERS = 200;
const COINS = 500;
const GIFTS_MAX = 40;
const COSTS = [1, 5, 10] as const;
/** Senders whose site is gone do not all ask again at once. */
const AGAIN_MS = 150;
const CALL_MS_MAX = 10_000;
const RUSH_MS_MAX = 110_000;

type Corner = 'red' | 'blue';

/** What a sender was told: nothing else counts. */
interface Told {
  readonly fan: StormFan;
  readonly red: number;
  readonly blue: number;
  /** The bout was over for this one; otherwise it ran out of gifts to send. */
  readonly ended: boolean;
}

let world: StormWorld;
let calls: StormCalls;
let live: string;
let bout: string;
/** By what they cost. */
let gifts: Map<number, string>;
let fans: StormFan[];

beforeAll(async () => {
  world = await startStormWorld();
  calls = createCalls(world);
  live = (await loadSampleSeason(world.db, { now: new Date() })).program_live_id;
  bout = (await calls.api(`/live/${live}`)).body.data.current_match_live_id;
  const { body } = await calls.api('/gift');
  const catalogue: ResponseOf<'GET /gift'>['data'] = body.data;
  gifts = new Map(catalogue.map((gift) => [gift.coins, gift.gift_id]));
  fans = [];
  while (fans.length < SENDERS) fans.push(await world.makeFan());
  await world.db.transaction().execute(async (trx) => {
    for (const { memberId } of fans) {
      const idempotencyKey = `rush:${memberId}`;
      await world.wallet.grantCoins(trx, { memberId, coins: COINS, kind: 'grant', idempotencyKey });
    }
  });
});
afterAll(() => world?.stop());

/** Sends one gift until somebody says for certain what became of it; always with the same key. */
async function send(fan: StormFan, corner: Corner, coins: number): Promise<string> {
  const body = JSON.stringify({
    match_live_id: bout,
    corner,
    gift_id: gifts.get(coins),
    quantity: 1,
    expected_coins: coins,
  });
  const headers = {
    'x-app-key': world.appKey,
    authorization: `Bearer ${fan.token}`,
    'content-type': 'application/json',
    'idempotency-key': randomUUID(),
  };
  for (;;) {
    const signal = AbortSignal.timeout(CALL_MS_MAX);
    const answer = await fetch(`${world.api}/gift/send`, { method: 'POST', signal, headers, body })
      .then(async (response) => ({ status: response.status, body: await response.json() }))
      .catch(() => null);
    if (answer?.status === 200) return 'held';
    if (answer !== null && answer.status < 500) return answer.body.status;
    await wait(AGAIN_MS + Math.random() * AGAIN_MS);
  }
}

/** Cheers until the bout is over. */
async function rush(fan: StormFan, index: number): Promise<Told> {
  const told = { red: 0, blue: 0 };
  for (let turn = 0; turn < GIFTS_MAX; turn += 1) {
    const corner = (index + turn) % 3 === 0 ? 'red' : 'blue';
    const coins = COSTS[(index + turn) % COSTS.length] ?? 1;
    const outcome = await send(fan, corner, coins);
    if (outcome === 'match_ended') return { fan, ...told, ended: true };
    if (outcome !== 'held') throw new Error(`a gift was answered with ${outcome}`);
    told[corner] += coins;
  }
  return { fan, ...told, ended: false };
}

const givenSoFar = async (): Promise<number> => {
  const { body } = await calls.api(`/giftLog/encouragementBar?match_live_id=${bout}`);
  return body.data.red.coins + body.data.blue.coins;
};
const untilGiven = async (coins: number): Promise<void> => {
  while ((await givenSoFar()) < coins) await wait(20);
};
const operate = async (payload: object) => {
  const { status, body } = await calls.operator('/show', { by: 'ann', why: 'rush', ...payload });
  // Whoever was not answered asks again, and may hear that it is done.
  if (status !== 200 && status !== 400) throw new Error(JSON.stringify(body));
};
const untilSettled = async () => {
  for (;;) {
    const { body } = await calls.operator(`/show?live=${live}`);
    const { settlement } = body.bouts.find((one: { bout: string }) => one.bout === bout);
    if (settlement?.settled_at != null) return settlement;
    await wait(50);
  }
};
const untilCorrected = async () => {
  for (;;) {
    const { body } = await calls.operator(`/show?live=${live}`);
    const { corrections } = body.bouts.find((one: { bout: string }) => one.bout === bout);
    const [correction] = corrections;
    if (correction?.finished_at != null) return correction;
    await wait(50);
  }
};
const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

test(
  'two hundred send gifts while API and database are killed, and again while the bout ends: every coin is where its sender was told',
  async () => {
    const rushing = Promise.all(fans.map(rush));
    await untilGiven(400);
    await world.killApi();
    await untilGiven(1_200);
    world.killDatabase();
    await untilGiven(2_400);
    await operate({ action: 'result', bout, winner: 'red', method: 'decision' });
    const told = await rushing;
    // The gifts are on their way back when whoever sends them is gone.
    const confirming = operate({ action: 'confirm', bout, by: 'bob' });
    world.killDatabase();
    await world.killApi();
    await confirming;
    const settlement = await untilSettled();

    const red = sum(told.map((one) => one.red));
    const blue = sum(told.map((one) => one.blue));
    // It was a race: the end came while they were sending.
    expect(told.some(({ ended }) => ended)).toBe(true);
    expect(settlement).toMatchObject({ kept_coins: red, refunded_coins: blue });
    const { body: bar } = await calls.api(`/giftLog/encouragementBar?match_live_id=${bout}`);
    expect([bar.data.red.coins, bar.data.blue.coins]).toEqual([red, blue]);
    for (const one of told) {
      expect(await world.wallet.readBalance(one.fan.memberId)).toBe(COINS - one.red);
    }
    expect((await calls.operator('/ledger/check', {})).body.faults).toEqual([]);

    // The confirmed result was wrong. The process that pays the correction is killed, and so is the database.
    const blueWins = { winner: 'blue', method: 'decision' };
    const correcting = operate({ action: 'correct', bout, ...blueWins, expected_coins: red });
    world.killDatabase();
    await world.killApi();
    await correcting;
    // A call whose answer was lost is repeated with a refund of nothing, or finds nothing done and orders it.
    await operate({ action: 'correct', bout, ...blueWins, expected_coins: red });
    world.killDatabase();
    await world.killApi();
    expect(await untilCorrected()).toMatchObject({ corner: 'red', refunded_coins: red });
    await operate({
      action: 'correct',
      bout,
      winner: 'red',
      method: 'decision',
      expected_coins: 0,
    });
    await operate({
      action: 'correct',
      bout,
      winner: 'none',
      method: 'cancelled',
      expected_coins: 0,
    });
    for (const one of told) {
      expect(await world.wallet.readBalance(one.fan.memberId)).toBe(COINS);
    }
    expect((await calls.operator('/ledger/check', {})).body.faults).toEqual([]);
  },
  RUSH_MS_MAX,
);
