import type { Transaction } from 'kysely';
import type { Database } from '../../../schema/database.ts';
import { decideGifts, fenceGifts, hasGifts } from '../gifts/gifts.module.ts';
import { createLiveReader, LiveControl } from '../lives/lives.module.ts';
import { ShowStore } from './bout-control.store.ts';

const BY = 'sangwian';

/** Whether anything hangs on the bout that a new night must not find: gifts, a result, whatever an operator did. */
async function isUsed(trx: Transaction<Database>, matchLiveId: string): Promise<boolean> {
  const store = new ShowStore(trx);
  return (
    (await hasGifts(trx, matchLiveId)) ||
    (await store.findActions(matchLiveId)).length > 0 ||
    (await store.findRuling(matchLiveId)) !== undefined
  );
}

/**
 * Lays a bout aside whose night is over, so that another row can stand for it: gifts of which nobody has said what
 * becomes of them go back, and a result that did not stand yet is withdrawn. One that nothing hangs on is left alone.
 *
 * @returns whether it was laid aside
 */
export async function layBoutAside(
  trx: Transaction<Database>,
  matchLiveId: string,
  now: Date,
): Promise<boolean> {
  const control = new LiveControl(trx);
  await control.lockLiveOf(matchLiveId);
  // A gift in flight on another node must be seen or refused.
  await fenceGifts(trx, matchLiveId);
  if ((await control.lockBout(matchLiveId)) === undefined || !(await isUsed(trx, matchLiveId))) {
    return false;
  }
  const store = new ShowStore(trx);
  const ruling = await store.findRuling(matchLiveId);
  if (ruling !== undefined && ruling.confirmed_at === null) {
    const end = { withdrawn_by: BY, withdrawn_at: now };
    await store.endRuling(trx, ruling.bout_ruling_id, end);
  }
  const facts = await createLiveReader(trx).findBout(matchLiveId);
  if (facts !== null) await decideGifts(trx, facts, 'cancelled', now);
  await control.layAside(matchLiveId, now);
  return true;
}
