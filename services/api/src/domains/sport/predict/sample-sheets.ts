import type { Pick } from '@sangwian/contract/rules/predict-pick';
import type { Transaction } from 'kysely';
import type { Database } from '../../../schema/database.ts';
import { BoardWriter } from './boards.store.ts';
import { packPick } from './pick-codes.ts';
import type { GameBout } from './predict-rules.ts';
import { SheetWriter } from './sheets.store.ts';

/** A card of the sample data. Every member picks every bout, in order. */
export interface SampleGame {
  readonly programId: string;
  readonly bouts: readonly GameBout[];
  readonly sheets: readonly {
    readonly memberId: string;
    readonly picks: readonly Pick[];
    readonly confirmedAt: Date;
  }[];
}

/** Adds sheets to the sample cards that have none. The game scores them later. */
export async function addSampleSheets(
  trx: Transaction<Database>,
  programs: readonly SampleGame[],
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

/** Moves the sheets of sample cards to other days and clears the boards, so that the sheets are scored again. */
export async function moveGame(
  trx: Transaction<Database>,
  programIds: readonly string[],
  ms: number,
): Promise<void> {
  await new BoardWriter(trx).clear();
  await new SheetWriter(trx).moveSheets(programIds, ms);
}
