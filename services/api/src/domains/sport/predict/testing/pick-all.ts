import type { PredictProgram } from '@sangwian/contract/endpoints/predict';
import type { Pick } from '@sangwian/contract/rules/predict-pick';

/** Returns a request body that picks all bouts that can be picked. */
export const pickAll = (
  program: PredictProgram,
  pickOf: (order: number) => Pick = () => ({ winner: 'red', method: null, round: null }),
) =>
  program.matches
    .filter((match) => match.pickable)
    .map((match) => ({
      match_id: match.match_id,
      red_fighter_id: match.red.fighter_id,
      blue_fighter_id: match.blue.fighter_id,
      ...pickOf(match.order),
    }));
