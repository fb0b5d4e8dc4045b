import { setTimeout as wait } from 'node:timers/promises';
import { actOnce, type FanBook, type StormScene } from './fan-actions.ts';
import { createCalls } from './storm-calls.ts';
import { StormRandom } from './storm-random.ts';
import { startStormWorld } from './storm-world.ts';
import { calmDown, findStormFaults } from './verify-storm.ts';

const CODES = [
  { code: 'STORM1', coins: 50 },
  { code: 'STORM2', coins: 7 },
] as const;
const KILL_MS_MIN = 400;
const KILL_MS_SPREAD = 1_200;

export interface StormPlan {
  /** Two storms of the same seed do the same, as far as time lets them. */
  readonly seed: number;
  readonly fans: number;
  /** How many do something at the same time. */
  readonly walkers: number;
  readonly actions: number;
  /** Of the API and of the database together, spread over the storm. */
  readonly kills: number;
}

export interface StormReport {
  /** In words; none, where all is right. */
  readonly faults: readonly string[];
  readonly counts: Readonly<Record<string, number>>;
  readonly kills: { readonly api: number; readonly database: number };
}

/**
 * Many fans do everything that moves coins or baht, many at once, while the API and the database are killed; then it is
 * held against what every fan was told and what the providers hold.
 */
export async function runStorm(plan: StormPlan): Promise<StormReport> {
  const world = await startStormWorld();
  try {
    const random = new StormRandom(plan.seed);
    const calls = createCalls(world);
    const scene: StormScene = { world, calls, random, codes: CODES, counts: {} };
    for (const { code, coins } of CODES) {
      const made = await calls.operator('/codes', {
        kind: 'coin',
        code,
        coins,
        per_member: 'once',
        note: 'storm',
        by: 'storm',
      });
      if (made.status !== 200) throw new Error(`no code: ${JSON.stringify(made.body)}`);
    }
    const books: FanBook[] = [];
    for (let index = 0; index < plan.fans; index += 1) {
      books.push({
        fan: await world.makeFan(),
        redeemed: 0,
        spent: 0,
        orderIds: new Set(),
        confirmedIds: new Set(),
      });
    }
    let left = plan.actions;
    const walk = async (): Promise<void> => {
      while (left > 0) {
        left -= 1;
        await actOnce(scene, random.pick(books));
      }
    };
    const kills = { api: 0, database: 0 };
    const killer = async (): Promise<void> => {
      while (kills.api + kills.database < plan.kills && left > 0) {
        await wait(KILL_MS_MIN + random.below(KILL_MS_SPREAD));
        if (random.isOneIn(3)) {
          kills.database += world.killDatabase() ? 1 : 0;
        } else {
          await world.killApi();
          kills.api += 1;
        }
      }
    };
    await Promise.all([killer(), ...Array.from({ length: plan.walkers }, walk)]);
    await calmDown(scene, books);
    return { faults: await findStormFaults(scene, books), counts: scene.counts, kills };
  } finally {
    await world.stop();
  }
}
