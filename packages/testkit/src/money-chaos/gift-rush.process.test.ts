import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import {
  operateShow,
  readShow,
  type ShowAct,
} from '@sangwian/api/domains/live/bout-control/testing/operate-show';
import { loadSampleSeason } from '@sangwian/api/sample-season/load';
import type { ResponseOf } from '@sangwian/contract/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ChaosCalls, createCalls } from './chaos-calls.ts';
import { type ChaosFan, type ChaosWorld, startChaosWorld } from './chaos-world.ts';

const SENDERS = 200;
const COINS = 500;
const GIFTS_MAX = 40;
const COSTS = [1, 5, 10] as const;
/** Jittered delay of a retry, so that the senders do not retry all at once. */
const AGAIN_MS = 150;
const CALL_MS_MAX = 10_000;
/** Time-out, only reached by a hang: beside other tests on two cores, the test takes about 90 s. */
const RUSH_MS_MAX = 600_000;

type Corner = 'red' | 'blue';

/** Coins of a sender's acknowledged gifts. */
interface Answered {
  readonly fan: ChaosFan;
  readonly red: number;
  readonly blue: number;
  /** Whether the sender was stopped by the end of the bout, and not because it had sent all its gifts. */
  readonly ended: boolean;
}

let world: ChaosWorld;
let calls: ChaosCalls;
let live: string;
let bout: string;
/** Gift ids by price. */
let gifts: Map<number, string>;
let fans: ChaosFan[];

beforeEach(async () => {
  world = await startChaosWorld();
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
afterEach(() => world?.stop());

/** Sends one gift with one idempotency key, retried until the outcome is known. */
async function send(fan: ChaosFan, corner: Corner, coins: number): Promise<string> {
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

/** Sends gifts until the bout is over. */
async function rush(fan: ChaosFan, index: number): Promise<Answered> {
  const answered = { red: 0, blue: 0 };
  for (let turn = 0; turn < GIFTS_MAX; turn += 1) {
    const corner = (index + turn) % 3 === 0 ? 'red' : 'blue';
    const coins = COSTS[(index + turn) % COSTS.length] ?? 1;
    const outcome = await send(fan, corner, coins);
    if (outcome === 'match_ended') return { fan, ...answered, ended: true };
    if (outcome !== 'held') throw new Error(`a gift was answered with ${outcome}`);
    answered[corner] += coins;
  }
  return { fan, ...answered, ended: false };
}

const givenSoFar = async (): Promise<number> => {
  const { body } = await calls.api(`/giftLog/encouragementBar?match_live_id=${bout}`);
  return body.data.red.coins + body.data.blue.coins;
};
const untilGiven = async (coins: number): Promise<void> => {
  while ((await givenSoFar()) < coins) await wait(20);
};
const operate = async (act: ShowAct) => {
  const { status, body } = await operateShow(calls, act);
  // A correction that is retried with a new act id finds the change already made and is refused.
  if (status !== 200 && status !== 400) throw new Error(JSON.stringify(body));
};
const readBout = async () => {
  const { body } = await readShow(calls, { match_live_id: bout });
  return body.data.bouts.find((one: { match_live_id: string }) => one.match_live_id === bout);
};
const untilSettled = async () => {
  for (;;) {
    const { settlement } = await readBout();
    if (settlement?.settled_at != null) return settlement;
    await wait(50);
  }
};
const untilCorrected = async () => {
  for (;;) {
    const { corrections } = await readBout();
    const [correction] = corrections;
    if (correction?.finished_at != null) return correction;
    await wait(50);
  }
};
const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

test(
  'keeps every acknowledged gift of many senders while API and database are killed, also while the bout ends',
  async () => {
    const rushing = Promise.all(fans.map(rush));
    await untilGiven(400);
    await world.killApi();
    await untilGiven(1_200);
    world.killDatabase();
    await untilGiven(2_400);
    await operate({ action: 'result', bout, winner: 'red', method: 'decision' });
    const answered = await rushing;
    // The API is killed while it pays the gifts back.
    const confirming = operate({ action: 'confirm', bout, by: 'bob' });
    world.killDatabase();
    await world.killApi();
    await confirming;
    const settlement = await untilSettled();

    const red = sum(answered.map((one) => one.red));
    const blue = sum(answered.map((one) => one.blue));
    // Makes sure that the bout ended while gifts were being sent.
    expect(answered.some(({ ended }) => ended)).toBe(true);
    expect(settlement).toMatchObject({ kept_coins: red, refunded_coins: blue });
    const { body: bar } = await calls.api(`/giftLog/encouragementBar?match_live_id=${bout}`);
    expect([bar.data.red.coins, bar.data.blue.coins]).toEqual([red, blue]);
    for (const one of answered) {
      expect(await world.wallet.readBalance(one.fan.memberId)).toBe(COINS - one.red);
    }
    expect((await calls.operator('/ledger/check', {})).body.faults).toEqual([]);

    // Corrects the confirmed result. API and database are killed while the correction is paid.
    const blueWins = { winner: 'blue', method: 'decision' };
    const correcting = operate({ action: 'correct', bout, ...blueWins, expected_coins: red });
    world.killDatabase();
    await world.killApi();
    await correcting;
    // A retry after a lost response either changes nothing or makes the correction.
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
    for (const one of answered) {
      expect(await world.wallet.readBalance(one.fan.memberId)).toBe(COINS);
    }
    expect((await calls.operator('/ledger/check', {})).body.faults).toEqual([]);
  },
  RUSH_MS_MAX,
);
