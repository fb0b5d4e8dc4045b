import type { MemberId } from '@sangwian/contract/ids';
import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../../../schema/database.ts';

/** The part of the wallet that this module needs. `compose` passes the wallet of the money domain. */
export interface MemberWallet {
  /** Creates the empty wallet of a new member. */
  openWallet(trx: Transaction<Database>, memberId: MemberId): Promise<void>;
  /** Returns the balance in whole coins; 0 if there is no wallet. */
  readBalance(memberId: MemberId, on?: Kysely<Database>): Promise<number>;
}
