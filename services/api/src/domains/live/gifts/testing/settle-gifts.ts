import type { TestApi } from '@sangwian/testkit/start-test-api';
import { createWallet } from '../../../money/wallet/wallet.module.ts';
import { payCorrections } from '../correct-gifts.ts';
import { settleDue } from '../settle-bouts.ts';

/** Does what the task `gift_settlement` does, for an API whose jobs do not run. */
export async function settleGifts({ db, bus }: TestApi): Promise<void> {
  const deps = { db, bus, clock: () => new Date(), wallet: createWallet(db) };
  await settleDue(deps);
  await payCorrections(deps);
}
