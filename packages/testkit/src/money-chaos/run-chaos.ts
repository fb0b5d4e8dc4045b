import { setTimeout as wait } from 'node:timers/promises';
import type { Attempt } from '../ledger-history/check-history.ts';
import { makeCode } from '../make-code.ts';
import { actOnce } from './act-once.ts';
import { createCalls } from './chaos-calls.ts';
import { ChaosRandom } from './chaos-random.ts';
import { type ChaosScene, openBook } from './chaos-scene.ts';
import { type ChaosWorld, startChaosWorld } from './chaos-world.ts';
import { findMissedBugs, findWrongAnswers } from './judge-answers.ts';
import { settleAll } from './settle-all.ts';
import { findChaosFaults, readHouse } from './verify-chaos.ts';

const CODES = [
  { code: 'STORM1', coins: 50 },
  { code: 'STORM2', coins: 7 },
] as const;
/** One in this many fans is a member of the partner. */
const PARTNERS_ONE_IN = 3;
const KILL_MS_MIN = 400;
const KILL_MS_SPREAD = 1_200;

export interface ChaosPlan {
  /** Runs with the same seed choose the same actions, as far as timing allows. */
  readonly seed: number;
  readonly fans: number;
  /** Number of concurrent actors. */
  readonly walkers: number;
  readonly actions: number;
  /** Kills of the API and of the database together, spread over the run. */
  readonly kills: number;
}

export interface ChaosReport {
  /** Faults as sentences; empty if there are none. */
  readonly faults: readonly string[];
  /** Planted bugs that the history checker did not find. */
  readonly missedBugs: readonly string[];
  /** Outcomes of the attempts that the history checker judged. */
  readonly outcomes: Readonly<Record<Attempt['outcome'], number>>;
  readonly counts: Readonly<Record<string, number>>;
  /** Number of API requests that got a response. */
  readonly calls: number;
  readonly kills: { readonly api: number; readonly database: number };
}

async function setScene(world: ChaosWorld, plan: ChaosPlan): Promise<ChaosScene> {
  const scene: ChaosScene = {
    world,
    calls: createCalls(world),
    random: new ChaosRandom(plan.seed),
    codes: CODES,
    books: [],
    gone: [],
    slips: [],
    slipOrders: new Map(),
    show: 'free',
    counts: {},
  };
  for (const { code, coins } of CODES) {
    await makeCode(world.db, { kind: 'coin', code, coins });
  }
  for (let index = 0; index < plan.fans; index += 1) {
    scene.books.push(openBook(await world.makeFan(index % PARTNERS_ONE_IN === 0)));
  }
  return scene;
}

/**
 * Runs a chaos test ("storm"): many fans do everything that moves coins or baht at once, while the API and the database
 * are killed. The outcome is checked against the acknowledged answers, the providers and the house's accounts, and the
 * history checker judges every attempt. Then bugs are planted into the ledger, which the history checker has to find.
 */
export async function runChaos(plan: ChaosPlan): Promise<ChaosReport> {
  const world = await startChaosWorld();
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
    await settleAll(scene);
    const faults = [
      ...(await findChaosFaults(scene, houseBefore)),
      ...(await findWrongAnswers(scene)),
    ];
    const missedBugs = await findMissedBugs(scene);
    const outcomes = { acknowledged: 0, refused: 0, unknown: 0 };
    for (const { outcome } of calls.history) outcomes[outcome] += 1;
    return { faults, missedBugs, outcomes, counts, calls: calls.answered(), kills };
  } finally {
    await world.stop();
  }
}
