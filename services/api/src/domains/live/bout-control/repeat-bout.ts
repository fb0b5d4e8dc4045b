import type { Transaction } from 'kysely';
import type { Database } from '../../../schema/database.ts';
import { deleteSettlement, hasGifts } from '../gifts/gifts.module.ts';
import { LiveControl } from '../lives/lives.module.ts';
import { BoutControlStore } from './bout-control.store.ts';
import { retireBout } from './retire-bout.ts';

interface Repetition {
  /** The planned first bell of the repeated bout. */
  readonly startsAt: Date;
  readonly now: Date;
  /** The names of automatic actors. A bout that only these actors have touched leaves no rows. */
  readonly actors: readonly string[];
}

/**
 * Puts a bout on its card again: a new row, which has not begun, replaces the old one. The old row and its log stay if
 * the bout has gifts, a correction, or an action of an actor who is not in `actors`.
 *
 * @returns whether the bout was repeated; an unused bout is not
 */
export async function repeatBout(
  trx: Transaction<Database>,
  matchLiveId: string,
  { startsAt, now, actors }: Repetition,
): Promise<boolean> {
  if (!(await retireBout(trx, matchLiveId, now))) return false;
  const control = new LiveControl(trx);
  await control.addAgain(matchLiveId, startsAt);
  if (await hasGifts(trx, matchLiveId)) return true;
  if (await new BoutControlStore(trx).deleteLog(matchLiveId, actors)) {
    await deleteSettlement(trx, matchLiveId);
    await control.deleteReplaced(matchLiveId);
  }
  return true;
}
