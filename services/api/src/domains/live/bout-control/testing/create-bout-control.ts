import { createLogger } from '@sangwian/node-kit/logger';
import type { TestApi } from '@sangwian/testkit/start-test-api';
import { ALWAYS_ON } from '../../../../platform/switches/testing/always-on.ts';
import type { Clock } from '../../../../platform/time/clock.ts';
import { createMembers } from '../../../identity/members/members.module.ts';
import { createSpending } from '../../../money/spending/spending.module.ts';
import { createWallet } from '../../../money/wallet/wallet.module.ts';
import { createGiftsModule } from '../../gifts/gifts.module.ts';
import { createLiveReader } from '../../lives/lives.module.ts';
import { createBoutControlModule } from '../bout-control.module.ts';

/** Creates a second set of bout control and gifts on a test's database, beside those of the test's API. */
export function createBoutControlForTest({ db, bus }: TestApi, clock: Clock) {
  const wallet = createWallet(db);
  const spending = createSpending(db, clock);
  const members = createMembers(db, wallet);
  const logger = createLogger('test', 'silent');
  const base = { db, bus, clock, logger, live: createLiveReader(db), switches: ALWAYS_ON };
  const gifts = createGiftsModule({ ...base, moneyDb: db, members, wallet, spending });
  const boutControl = createBoutControlModule({
    ...base,
    gifts,
    wallet,
    redeem: { restoreUses: async () => 0 },
    predict: { close: async () => {} },
  });
  return { boutControl, gifts, members };
}
