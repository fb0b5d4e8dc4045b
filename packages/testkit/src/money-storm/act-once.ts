import { buy, cancelOne, decideAsOperator, redeem, spend } from './fan-actions.ts';
import { buyExternally, leave } from './leave-actions.ts';
import { cheer, directShow, unlock } from './show-actions.ts';
import { count, type FanBook, FanGoneError, type StormScene } from './storm-scene.ts';
import { transfer } from './transfer-actions.ts';

type Action = (scene: StormScene, book: FanBook) => Promise<void>;

/** How often each is done, of all. */
const WEIGHTS: ReadonlyArray<readonly [Action, number]> = [
  [buy, 8],
  [spend, 8],
  [cheer, 12],
  [unlock, 3],
  [redeem, 3],
  [cancelOne, 2],
  [decideAsOperator, 3],
  [transfer, 2],
  [buyExternally, 4],
  [directShow, 1],
  [leave, 1],
];
const ACTIONS: readonly Action[] = WEIGHTS.flatMap(([action, weight]) =>
  Array.from({ length: weight }, () => action),
);

/** One thing that a fan does, or somebody about it. */
export async function actOnce(scene: StormScene): Promise<void> {
  try {
    await scene.random.pick(ACTIONS)(scene, scene.random.pick(scene.books));
  } catch (error) {
    // The account was deleted meanwhile, by the fan.
    if (!(error instanceof FanGoneError)) throw error;
    count(scene, 'gone meanwhile');
  }
  count(scene, 'actions');
}
