import type { TestApi } from '@sangwian/testkit/start-test-api';
import { createWallet } from '../../../money/wallet/wallet.module.ts';
import { payCorrections } from '../correct-gifts.ts';
import { settleDue } from '../settle-bouts.ts';

/** Runs the work of the task `gift_settlement`, for an API that runs no jobs. */
export async function settleGifts({ db, bus }: TestApi): Promise<void> {
  const deps = { db, bus, clock: () => new Date(), wallet: createWallet(db) };
  await settleDue(deps);
  await payCorrections(deps);
}
