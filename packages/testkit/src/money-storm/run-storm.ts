import { setTimeout as wait } from 'node:timers/promises';
import { actOnce } from './act-once.ts';
import { calmDown } from './calm-down.ts';
import { createCalls } from './storm-calls.ts';
import { StormRandom } from './storm-random.ts';
import { openBook, type StormScene } from './storm-scene.ts';
import { type StormWorld, startStormWorld } from './storm-world.ts';
import { findStormFaults, readHouse } from './verify-storm.ts';

const CODES = [
  { code: 'STORM1', coins: 50 },
  { code: 'STORM2', coins: 7 },
] as const;
/** Of so many fans one is a partner's. */
const PARTNERS_ONE_IN = 3;
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
  /** Calls of the API that were answered. */
  readonly calls: number;
  readonly kills: { readonly api: number; readonly database: number };
}

async function setScene(world: StormWorld, plan: StormPlan): Promise<StormScene> {
  const scene: StormScene = {
    world,
    calls: createCalls(world),
    random: new StormRandom(plan.seed),
    codes: CODES,
    books: [],
    gone: [],
    slips: [],
    slipOrders: new Map(),
    show: 'free',
    counts: {},
  };
  for (const { code, coins } of CODES) {
    const said = { kind: 'coin', code, coins, per_member: 'once', note: 'storm', by: 'storm' };
    const made = await scene.calls.operator('/codes', said);
    if (made.status !== 200) throw new Error(`no code: ${JSON.stringify(made.body)}`);
  }
  for (let index = 0; index < plan.fans; index += 1) {
    scene.books.push(openBook(await world.makeFan(index % PARTNERS_ONE_IN === 0)));
  }
  return scene;
}

/**
 * Many fans do everything that moves coins or baht, many at once, while the API and the database are killed; then it is
 * held against what every fan was told, what the providers hold, and what the house must have.
 */
export async function runStorm(plan: StormPlan): Promise<StormReport> {
  const world = await startStormWorld();
  try {
    const scene = await setScene(world, plan);
    const { random, calls, counts } = scene;
    const houseBefore = await readHouse(scene);
    let left = plan.actions;
    const walk = async (): Promise<void> => {
      while (left > 0) {
        left -= 1;
        await actOnce(scene);
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
    await calmDown(scene);
    const faults = await findStormFaults(scene, houseBefore);
    return { faults, counts, calls: calls.answered(), kills };
  } finally {
    await world.stop();
  }
}
