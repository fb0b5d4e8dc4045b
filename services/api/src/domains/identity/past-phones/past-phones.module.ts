import { createHmac } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Database } from '../../../schema/database.ts';
import { PastPhonesStore } from './past-phones.store.ts';

/**
 * Remembers, as hashes, which members had a phone in the past. A benefit that each person gets once stays used when the
 * account is deleted or the phone is unlinked and the same phone is registered again.
 */
export interface PastPhones {
  /** Returns the keyed hash (HMAC-SHA256) of a phone in E.164, or of another identity. */
  hashOf(holder: string): Buffer;
  /** Records that a member no longer has a phone, in the transaction that removes the phone. */
  remember(trx: Transaction<Database>, memberId: string, phone: string): Promise<void>;
  /** Returns the members who had the phone in the past. */
  findEarlierOwners(on: Kysely<Database>, phoneHash: Buffer): Promise<readonly string[]>;
}

/** @param secret key of the hashes; after a change of the secret, phones recorded before are no longer found */
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
