import type {
  PredictMatch,
  PredictProgram,
  PredictSheet,
} from '@sangwian/contract/endpoints/predict';
import type { FighterId, MatchId, ProgramId } from '@sangwian/contract/ids';
import { markPick } from '@sangwian/contract/rules/predict-pick';
import type { Card, CardBout } from '../../live/lives/lives.module.ts';
import { gameBoutsOf } from './game-card.ts';
import { unpackPick } from './pick-codes.ts';
import {
  finalDeadline,
  isPickable,
  isSlotOf,
  NEW_GAME,
  plannedStartOf,
  statusOf,
} from './predict-rules.ts';
import type { CountedSlot, Game, SheetRow } from './sheets.store.ts';

export interface CardGame {
  readonly card: Card;
  readonly game: Game | undefined;
  readonly slots: readonly CountedSlot[];
}

const fighterOf = ({ fighterId, name, gym, photo }: CardBout['red']) => ({
  fighter_id: fighterId as FighterId,
  name,
  gym,
  photo,
});

function matchOf(
  { game, slots }: CardGame,
  bout: CardBout,
  gameBout: ReturnType<typeof gameBoutsOf>[number],
): PredictMatch {
  const slot = slots.find((one) => isSlotOf(one, gameBout));
  const isCounted = game?.countedAt != null;
  return {
    match_id: bout.boutId as MatchId,
    order: bout.order,
    main_event: bout.mainEvent,
    starts_at: bout.startsAt.toISOString(),
    weight_pounds: bout.weightPounds,
    division: bout.division,
    rounds: bout.rounds,
    red: fighterOf(bout.red),
    blue: fighterOf(bout.blue),
    result: bout.result,
    result_at: bout.resultAt?.toISOString() ?? null,
    pickable: isPickable(bout),
    shares: isCounted
      ? { red: slot?.red ?? 0, draw: slot?.draw ?? 0, blue: slot?.blue ?? 0 }
      : null,
  };
}

/** Builds the response of a card's game, which is the same for everybody. */
export function presentProgram(cardGame: CardGame, now: Date): PredictProgram {
  const { card, game } = cardGame;
  const bouts = gameBoutsOf(card);
  const planned = plannedStartOf(bouts) ?? card.startsAt;
  const closedAt = game?.closedAt ?? null;
  const status = statusOf(game ?? NEW_GAME, bouts, now);
  return {
    program_id: card.programId as ProgramId,
    title: card.title,
    promotion: card.promotion,
    stadium: card.stadium,
    starts_at: card.startsAt.toISOString(),
    status,
    closes_at: (closedAt !== null && closedAt < planned ? closedAt : planned).toISOString(),
    final_by: finalDeadline(planned).toISOString(),
    matches: card.bouts.flatMap((bout, index) => {
      const gameBout = bouts[index];
      return gameBout === undefined ? [] : [matchOf(cardGame, bout, gameBout)];
    }),
  };
}

/** Builds the response of a member's sheet, with the marks by the current results. */
export function presentSheet(
  { card, game, slots }: CardGame,
  row: SheetRow,
  place: { readonly rank: number; readonly members: number } | undefined,
  now: Date,
): PredictSheet {
  const bouts = gameBoutsOf(card);
  const picks = bouts.flatMap((bout) => {
    const slot = slots.find((one) => isSlotOf(one, bout));
    const pick = slot === undefined ? null : unpackPick(row.picks[slot.slot - 1]);
    if (pick === null) return [];
    return [{ match_id: bout.boutId as MatchId, ...pick, ...markPick(pick, bout.result) }];
  });
  const picked = new Set<string>(picks.map((pick) => pick.match_id));
  const status = statusOf(game ?? NEW_GAME, bouts, now);
  // A board has no ranks until the scores are final.
  const own = status === 'final' ? place : undefined;
  return {
    program_id: card.programId as ProgramId,
    confirmed_at: row.confirmed_at.toISOString(),
    complete: bouts.every((bout) => !isPickable(bout) || picked.has(bout.boutId)),
    picks,
    points: picks.reduce((sum, pick) => sum + pick.points, 0),
    winners: picks.filter((pick) => pick.mark === 'right').length,
    status,
    rank: own?.rank ?? null,
    members: own?.members ?? 0,
  };
}
