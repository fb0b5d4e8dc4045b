import {
  operateShow,
  readShow,
  type ShowAct,
} from '@sangwian/api/domains/live/bout-control/testing/operate-show';
import type { ChaosAnswer } from './chaos-calls.ts';
import { type ChaosScene, count, expectStatus, type FanBook, walletOf } from './chaos-scene.ts';

/** Largest quantity of the cheapest gift. */
const GARLANDS_MAX = 20;
/** Price of the premium live of the sample season. */
const UNLOCK_COINS = 99;
const RESULTS = [
  { winner: 'red', method: 'decision' },
  { winner: 'red', method: 'tko', round: 1 },
  { winner: 'blue', method: 'disqualification' },
  { winner: 'blue', method: 'forfeit' },
  { winner: 'draw', method: 'draw' },
  { winner: 'none', method: 'no_contest' },
  { winner: 'none', method: 'cancelled' },
] as const;

/** A bout in the responses for operators. */
export interface SeenBout {
  readonly match_live_id: string;
  readonly status: 'not_started' | 'in_progress' | 'ended';
  readonly decision: { readonly outcome: string; readonly confirmed_at: string | null } | null;
  readonly settlement: { readonly settled_at: string | null } | null;
}

export async function seeBouts({ calls, world }: ChaosScene): Promise<readonly SeenBout[]> {
  const { body } = await readShow(calls, { program_live_id: world.lives.onNow });
  return body.data.bouts;
}

/** Sends a gift to a corner of the current bout. The coins go into escrow. */
export async function cheer(scene: ChaosScene, book: FanBook): Promise<void> {
  const { calls, random, world } = scene;
  const { fan } = book;
  const { body: gifts } = await calls.api('/gift');
  const { body: live } = await calls.api(`/live/${world.lives.onNow}`);
  const bout: string | null = live.data.current_match_live_id;
  if (bout === null) return;
  const [garland] = gifts.data;
  const quantity = 1 + random.below(GARLANDS_MAX);
  const coins = garland.coins * quantity;
  const corner = random.pick(['red', 'blue'] as const);
  const answer = await calls.apiMoving(
    '/gift/send',
    fan,
    { match_live_id: bout, corner, gift_id: garland.gift_id, quantity, expected_coins: coins },
    (key) => ({
      key: `gift:${fan.memberId}:${key}`,
      ...{ from: walletOf(fan), to: `escrow:${bout}:${corner}`, coins },
    }),
  );
  expectStatus('a gift', [200, 402, 404, 409, 429], answer, book);
  if (answer.status === 200) book.gifts.push({ bout, corner, coins });
  count(scene, answer.status === 200 ? 'gift' : 'gift refused');
}

/** Unlocks the premium live. Repeated requests must charge only once. */
export async function unlock(scene: ChaosScene, book: FanBook): Promise<void> {
  const { calls, world } = scene;
  const { premium } = world.lives;
  // All requests of a fan share one key in the ledger, so a fan pays once.
  const answer = await calls.apiMoving(
    `/live/${premium}/unlock`,
    book.fan,
    { expected_coins: UNLOCK_COINS },
    () => ({
      key: `unlock:${premium}:${book.fan.memberId}`,
      ...{ from: walletOf(book.fan), to: 'revenue:premium', coins: UNLOCK_COINS },
    }),
  );
  expectStatus('unlocking', [200, 402, 409], answer, book);
  if (answer.status === 200) book.unlocked += answer.body.data.coins;
  count(scene, answer.status === 200 ? 'unlock' : 'unlock refused');
}

/** An act is refused if jobs of the show have changed its subject in the meantime. */
const DONE_OR_REFUSED = [200, 400, 409];

async function direct({ calls }: ChaosScene, act: ShowAct): Promise<ChaosAnswer> {
  const answer = await operateShow(calls, act);
  expectStatus('directing', DONE_OR_REFUSED, answer);
  return answer;
}

/** Ends a bout with a confirmed result, sometimes after another result was withdrawn. */
async function decideBout(scene: ChaosScene, bout: string): Promise<void> {
  const { random } = scene;
  await direct(scene, { action: 'result', bout, ...random.pick(RESULTS) });
  if (random.isOneIn(4)) {
    await direct(scene, { action: 'withdraw', bout });
    await direct(scene, { action: 'result', bout, ...random.pick(RESULTS) });
  }
  await direct(scene, { action: 'confirm', bout, by: 'bob' });
  count(scene, 'bout decided');
}

/** Records and confirms a result of the current bout and starts the next one, or cancels the premium live. */
export async function directShow(scene: ChaosScene): Promise<void> {
  const { random, world } = scene;
  // Only one operator directs the show at a time.
  if (scene.show === 'taken') return;
  scene.show = 'taken';
  try {
    if (random.isOneIn(12)) {
      await direct(scene, { action: 'live-cancel', live: world.lives.premium });
      count(scene, 'premium live called off');
      return;
    }
    const bouts = await seeBouts(scene);
    const current = bouts.find(({ status }) => status === 'in_progress');
    const next = bouts.find(({ status }) => status === 'not_started');
    // The last bout stays in progress, so that gifts can still be sent.
    if (current !== undefined && next !== undefined) await decideBout(scene, current.match_live_id);
    if (next !== undefined) await direct(scene, { action: 'start', bout: next.match_live_id });
  } finally {
    scene.show = 'free';
  }
}

/** Confirms a result for every bout; returns whether all gifts are settled. */
export async function endShow(scene: ChaosScene): Promise<boolean> {
  for (const { match_live_id: bout, status, decision } of await seeBouts(scene)) {
    if (status === 'in_progress') await decideBout(scene, bout);
    else if (decision !== null && decision.confirmed_at === null) {
      await direct(scene, { action: 'confirm', bout, by: 'bob' });
    }
  }
  const bouts = await seeBouts(scene);
  return bouts.every(({ settlement }) => settlement === null || settlement.settled_at !== null);
}
