import type { Transaction } from 'kysely';
import type { Database } from '../../../schema/database.ts';
import { decideGifts, fenceGifts, hasGifts } from '../gifts/gifts.module.ts';
import { createLiveReader, LiveControl } from '../lives/lives.module.ts';
import { BoutControlStore } from './bout-control.store.ts';

const SYSTEM = 'sangwian';

/**
 * Returns whether the bout has gifts, a result or an operator's action. A new evening must not inherit any of
 * these.
 */
async function isUsed(trx: Transaction<Database>, matchLiveId: string): Promise<boolean> {
  const store = new BoutControlStore(trx);
  return (
    (await hasGifts(trx, matchLiveId)) ||
    (await store.findActions(matchLiveId)).length > 0 ||
    (await store.findRuling(matchLiveId)) !== undefined
  );
}

/**
 * Retires the row of a bout whose evening is over, so that another row can replace it. Refunds undecided
 * gifts and withdraws an unconfirmed result. Does not change an unused bout.
 *
 * @returns whether it was retired
 */
export async function retireBout(
  trx: Transaction<Database>,
  matchLiveId: string,
  now: Date,
): Promise<boolean> {
  const control = new LiveControl(trx);
  await control.lockLiveOf(matchLiveId);
  // A gift in flight on another node is committed before this point or refused.
  await fenceGifts(trx, matchLiveId);
  if ((await control.lockBout(matchLiveId)) === undefined || !(await isUsed(trx, matchLiveId))) {
    return false;
  }
  const store = new BoutControlStore(trx);
  const ruling = await store.findRuling(matchLiveId);
  if (ruling !== undefined && ruling.confirmed_at === null) {
    const end = { withdrawn_by: SYSTEM, withdrawn_at: now };
    await store.endRuling(trx, ruling.bout_ruling_id, end);
  }
  const facts = await createLiveReader(trx).findBout(matchLiveId);
  if (facts !== null) await decideGifts(trx, facts, 'cancelled', now);
  await control.setReplaced(matchLiveId, now);
  return true;
}
