import { createHmac } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Database } from '../../../schema/database.ts';
import { PastPhonesStore } from './past-phones.store.ts';

/**
 * Which members had a phone before, without keeping the phone: what may be had once stays once for who deletes an
 * account, or unlinks a phone, and registers again with it.
 */
export interface PastPhones {
  /** A keyed hash (HMAC-SHA256) of a phone in E.164, or of whatever else tells people apart. */
  hashOf(holder: string): Buffer;
  /** A member does not have this phone any more; inside the transaction that takes it away. */
  remember(trx: Transaction<Database>, memberId: string, phone: string): Promise<void>;
  /** The members that had it before. */
  findEarlierOwners(on: Kysely<Database>, phoneHash: Buffer): Promise<readonly string[]>;
}

/** Past phones under this secret; with another one what was is not known any more. */
export function createPastPhones(clock: Clock, secret: string): PastPhones {
  const store = new PastPhonesStore();
  const hashOf = (holder: string): Buffer => createHmac('sha256', secret).update(holder).digest();
  return {
    hashOf,
    remember: (trx, memberId, phone) =>
      store.add(trx, { phoneHash: hashOf(phone), memberId, leftAt: clock() }),
    findEarlierOwners: (on, phoneHash) => store.findMembers(on, phoneHash),
  };
}
