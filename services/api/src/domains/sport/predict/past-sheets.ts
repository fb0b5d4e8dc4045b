import type { Pick } from '@sangwian/contract/rules/predict-pick';
import type { Transaction } from 'kysely';
import type { Database } from '../../../schema/database.ts';
import { BoardWriter } from './boards.store.ts';
import { packPick } from './pick-codes.ts';
import type { GameBout } from './predict-rules.ts';
import { SheetWriter } from './sheets.store.ts';

/** A programme with the sheets of a sample: of each member a pick of every bout, in the bouts' order. */
export interface PastProgram {
  readonly programId: string;
  readonly bouts: readonly GameBout[];
  readonly sheets: readonly {
    readonly memberId: string;
    readonly picks: readonly Pick[];
    readonly confirmedAt: Date;
  }[];
}

/** Puts sheets of a sample, of programmes that nobody has predicted yet. What they come to is left to the game. */
export async function addPastSheets(
  trx: Transaction<Database>,
  programs: readonly PastProgram[],
): Promise<void> {
  const writer = new SheetWriter(trx);
  await writer.addFirstSlots(programs);
  await writer.putAll(
    programs.flatMap(({ programId, sheets }) =>
      sheets.map(({ memberId, picks, confirmedAt }) => ({
        programId,
        memberId,
        picks: picks.map(packPick),
        confirmedAt,
      })),
    ),
  );
}

/** Programmes of a sample were moved to other days: sheets move along, and what was made of them is made anew. */
export async function moveGame(
  trx: Transaction<Database>,
  programIds: readonly string[],
  ms: number,
): Promise<void> {
  await new BoardWriter(trx).clear();
  await new SheetWriter(trx).moveSheets(programIds, ms);
}
