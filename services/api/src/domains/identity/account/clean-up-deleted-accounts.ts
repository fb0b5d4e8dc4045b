import type { MemberId } from '@sangwian/contract/ids';
import { LIMITS } from '@sangwian/contract/limits';
import type { Kysely } from 'kysely';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Database } from '../../../schema/database.ts';
import type { Sessions } from '../sessions/sessions.module.ts';
import type { AccountStore } from './account.store.ts';
import type { ForfeitingWallet, ForgettingChat, ForgettingNotices } from './account-ports.ts';
import { type AvatarDeps, clearDroppedPictures } from './change-avatar.ts';

const AT_ONCE_MAX = 100;
const DAY_MS = 24 * 60 * 60_000;
/** Chat lines and notices that were in flight when the account was deleted are stored within this time. */
const LATE_ROWS_MS = 10 * 60_000;

export interface CleanUpDeps extends AvatarDeps {
  readonly db: Kysely<Database>;
  readonly clock: Clock;
  readonly sessions: Pick<Sessions, 'forgetTraffic'>;
  readonly wallet: Pick<ForfeitingWallet, 'forfeitLateCredits'>;
  readonly chat: ForgettingChat;
  readonly notices: ForgettingNotices;
  readonly store: AccountStore;
}

/**
 * Cleans up after deleted accounts: deletes replaced avatars, late coins, late chat lines and notices, and traffic data once its
 * retention has ended.
 */
export async function cleanUpDeletedAccounts(deps: CleanUpDeps): Promise<void> {
  const { db, clock, sessions, wallet, chat, notices, store } = deps;
  const now = clock();
  await clearDroppedPictures(deps);
  await wallet.forfeitLateCredits();
  const since = new Date(now.getTime() - LATE_ROWS_MS);
  for (const memberId of await store.findDeletedSince(since, AT_ONCE_MAX)) {
    await chat.anonymizeSender(db, memberId as MemberId);
    await notices.forgetMember(db, memberId as MemberId);
  }
  const keptSince = new Date(now.getTime() - LIMITS.trafficDaysKept * DAY_MS);
  for (const memberId of await store.findTrafficToErase(keptSince, AT_ONCE_MAX)) {
    await db.transaction().execute(async (trx) => {
      await sessions.forgetTraffic(trx, memberId as MemberId);
      await store.markTrafficErased(trx, memberId, now);
    });
  }
}
