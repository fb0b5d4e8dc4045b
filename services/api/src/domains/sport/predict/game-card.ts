import type { Card, CardBout } from '../../live/lives/lives.module.ts';
import type { GameBout } from './predict-rules.ts';

const gameBoutOf = (bout: CardBout): GameBout => ({
  boutId: bout.boutId,
  startsAt: bout.startsAt,
  redFighterId: bout.red.fighterId,
  blueFighterId: bout.blue.fighterId,
  substitutions: bout.substitutions,
  hasBegun: bout.hasBegun,
  result: bout.result,
  resultAt: bout.resultAt,
});

export const gameBoutsOf = (card: Card): GameBout[] => card.bouts.map(gameBoutOf);
