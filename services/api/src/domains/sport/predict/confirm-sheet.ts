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

type PickInput = RequestOf<'PUT /predict/{program_id}'>['body']['picks'][number];

export interface SheetInput {
  readonly memberId: MemberId;
  readonly programId: ProgramId;
  readonly picks: readonly PickInput[];
}

/**
 * Validates picks: exactly one pick for each bout that can be picked.
 *
 * @throws {ApiError} `predict_card_changed`, `predict_incomplete`, `request_invalid`
 */
function validatePicks(
  input: readonly PickInput[],
  bouts: readonly (GameBout & { readonly rounds: number })[],
): Map<string, PickInput> {
  const picks = new Map<string, PickInput>();
  for (const [index, pick] of input.entries()) {
    const bout = bouts.find((one) => one.boutId === pick.match_id);
    const isSamePairing =
      bout?.redFighterId === pick.red_fighter_id && bout.blueFighterId === pick.blue_fighter_id;
    if (bout === undefined || !isSamePairing || !isPickable(bout)) {
      throw new ApiError('predict_card_changed', {
        details: [{ path: `body.picks.${index}`, message: 'is not on the card any more' }],
      });
    }
    const problem = picks.has(bout.boutId) ? 'appears twice' : faultOfPick(pick, bout.rounds);
    if (problem !== null) {
      throw new ApiError('request_invalid', {
        details: [{ path: `body.picks.${index}`, message: problem }],
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

/** Returns the codes of the picks by slot. A bout that already has a result keeps its earlier pick. */
function slotCodes(
  slots: readonly Slot[],
  bouts: readonly GameBout[],
  picks: ReadonlyMap<string, PickInput>,
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
 * Confirms or changes a sheet. When the first bout begins, its start waits for sheets that are being written and closes
 * the card for later ones.
 *
 * @throws {ApiError} `predict_not_found`, `predict_closed`, `predict_incomplete`, `predict_card_changed`;
 *   `request_invalid` with the invalid pick
 */
export async function confirmSheet(
  { db, clock }: { readonly db: Kysely<Database>; readonly clock: Clock },
  { memberId, programId, picks: input }: SheetInput,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const writer = new SheetWriter(trx);
    await writer.lockShared(programId);
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
    const picks = validatePicks(input, bouts);
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
      picks: slotCodes(slots, bouts, picks, before?.picks ?? []),
      confirmedAt: now,
    });
  });
}
