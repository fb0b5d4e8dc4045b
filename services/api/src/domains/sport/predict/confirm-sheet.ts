import type { RequestOf } from '@sangwian/contract/contract';
import type { MemberId, ProgramId } from '@sangwian/contract/ids';
import { faultOfPick } from '@sangwian/contract/rules/predict-pick';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Kysely } from 'kysely';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Database } from '../../../schema/database.ts';
import { CardStore } from '../../live/lives/lives.module.ts';
import { gameBoutsOf } from './game-card.ts';
import { packPick } from './pick-codes.ts';
import {
  type GameBout,
  isClosed,
  isPickable,
  isSlotOf,
  NEW_GAME,
  type Slot,
} from './predict-rules.ts';
import { SheetStore, SheetWriter } from './sheets.store.ts';

type SaidPick = RequestOf<'PUT /predict/{program_id}'>['body']['picks'][number];

export interface SaidSheet {
  readonly memberId: MemberId;
  readonly programId: ProgramId;
  readonly picks: readonly SaidPick[];
}

/**
 * What is said of each bout that can be picked, one pick each.
 *
 * @throws {ApiError} `predict_card_changed`, `predict_incomplete`, `request_invalid`
 */
function judgePicks(
  said: readonly SaidPick[],
  bouts: readonly (GameBout & { readonly rounds: number })[],
): Map<string, SaidPick> {
  const picks = new Map<string, SaidPick>();
  for (const [index, pick] of said.entries()) {
    const bout = bouts.find((one) => one.boutId === pick.match_id);
    const isAsShown =
      bout?.redFighterId === pick.red_fighter_id && bout.blueFighterId === pick.blue_fighter_id;
    if (bout === undefined || !isAsShown || !isPickable(bout)) {
      throw new ApiError('predict_card_changed', {
        details: [{ path: `body.picks.${index}`, message: 'is not on the card any more' }],
      });
    }
    const fault = picks.has(bout.boutId) ? 'is there twice' : faultOfPick(pick, bout.rounds);
    if (fault !== null) {
      throw new ApiError('request_invalid', {
        details: [{ path: `body.picks.${index}`, message: fault }],
      });
    }
    picks.set(bout.boutId, pick);
  }
  const missing = bouts.filter((bout) => isPickable(bout) && !picks.has(bout.boutId));
  if (missing.length > 0) {
    throw new ApiError('predict_incomplete', {
      details: missing.map(({ boutId }) => ({ path: boutId, message: 'is not predicted' })),
    });
  }
  return picks;
}

/** The picks by slot. Of a bout that has its result by now what was picked before stays. */
function codesOf(
  slots: readonly Slot[],
  bouts: readonly GameBout[],
  picks: ReadonlyMap<string, SaidPick>,
  before: readonly number[],
): number[] {
  return slots.map((slot) => {
    const bout = bouts.find((one) => isSlotOf(slot, one));
    if (bout === undefined) return 0;
    const { winner, method, round } = picks.get(bout.boutId) ?? {};
    if (winner !== undefined) {
      return packPick({ winner, method: method ?? null, round: round ?? null });
    }
    return before[slot.slot - 1] ?? 0;
  });
}

/**
 * Confirms a sheet, or changes it. Whoever starts the first bout waits until the sheet is written, or it finds the
 * programme closed: none comes in after the bell.
 *
 * @throws {ApiError} `predict_not_found`, `predict_closed`, `predict_incomplete`, `predict_card_changed`; `request_invalid`
 *   with the pick that cannot be made
 */
export async function confirmSheet(
  { db, clock }: { readonly db: Kysely<Database>; readonly clock: Clock },
  { memberId, programId, picks: said }: SaidSheet,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const writer = new SheetWriter(trx);
    await writer.enter(programId);
    const store = new SheetStore(trx);
    const [card] = await new CardStore(trx).find([programId]);
    if (card === undefined || card.bouts.length === 0) throw new ApiError('predict_not_found');
    const game = (await store.findGames([programId])).get(programId);
    const bouts = gameBoutsOf(card).map((bout, index) => ({
      ...bout,
      rounds: card.bouts[index]?.rounds ?? 0,
    }));
    const now = clock();
    if (isClosed(game ?? NEW_GAME, bouts, now)) throw new ApiError('predict_closed');
    const picks = judgePicks(said, bouts);
    const findSlots = async () => (await store.findSlots([programId])).get(programId) ?? [];
    let slots = await findSlots();
    if (bouts.some((bout) => !slots.some((slot) => isSlotOf(slot, bout)))) {
      await writer.addSlots(programId, bouts);
      slots = await findSlots();
    }
    const before = await store.findSheet(programId, memberId);
    await writer.put({
      programId,
      memberId,
      picks: codesOf(slots, bouts, picks, before?.picks ?? []),
      confirmedAt: now,
    });
  });
}
