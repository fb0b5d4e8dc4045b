import type { MemberId } from '@sangwian/contract/ids';
import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../../../schema/database.ts';

/** A module that removes what it keeps of a member, in the transaction that deletes the account. */
export interface ForgetsMember {
  forgetMember(trx: Transaction<Database>, memberId: MemberId): Promise<void>;
}

/** The part of the wallet that deletions need. */
export interface ForfeitingWallet {
  /**
   * Takes the remaining coins of a member and closes the wallet.
   *
   * @throws {ApiError} `price_changed` with the balance, if it differs from `expectedCoins`
   */
  forfeit(
    trx: Transaction<Database>,
    forfeit: { readonly memberId: MemberId; readonly expectedCoins: number },
  ): Promise<number>;
  /** Takes coins credited to closed wallets. */
  forfeitLateCredits(): Promise<number>;
}

/** The part of the chat that deletions need. */
export interface ForgettingChat {
  /** Removes the texts of a deleted member's lines. */
  anonymizeSender(on: Kysely<Database>, memberId: MemberId): Promise<void>;
}
