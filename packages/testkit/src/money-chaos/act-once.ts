import { type ChaosScene, count, type FanBook, FanGoneError } from './chaos-scene.ts';
import { buy, cancelOne, decideAsOperator, redeem, spend } from './fan-actions.ts';
import { buyExternally, leave } from './leave-actions.ts';
import { cheer, directShow, unlock } from './show-actions.ts';
import { transfer } from './transfer-actions.ts';

type Action = (scene: ChaosScene, book: FanBook) => Promise<void>;

/** Relative frequency of each action. */
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

/** Runs one random action, of a random fan or of an operator. */
export async function actOnce(scene: ChaosScene): Promise<void> {
  try {
    await scene.random.pick(ACTIONS)(scene, scene.random.pick(scene.books));
  } catch (error) {
    // The account of the fan was deleted by another action.
    if (!(error instanceof FanGoneError)) throw error;
    count(scene, 'gone meanwhile');
  }
  count(scene, 'actions');
}
