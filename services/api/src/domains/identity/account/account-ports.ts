import type { ErrorCode } from '@sangwian/contract/errors/codes';
import type { MemberId } from '@sangwian/contract/ids';
import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../../../schema/database.ts';

/** A module that deletes its data of a member in the transaction that deletes the account. */
export interface ForgetsMember {
  forgetMember(trx: Transaction<Database>, memberId: MemberId): Promise<void>;
}

/** The part of the wallet that the deletion of an account needs. */
export interface ForfeitingWallet {
  /**
   * Removes a member's remaining coins and closes the wallet.
   *
   * @throws {ApiError} `price_changed` with the current balance, if it differs from `expectedCoins`
   */
  forfeit(
    trx: Transaction<Database>,
    forfeit: { readonly memberId: MemberId; readonly expectedCoins: number },
  ): Promise<number>;
  /** Removes coins that were credited to closed wallets. */
  forfeitLateCredits(): Promise<number>;
}

/** The part of the chat that the deletion of an account needs. */
export interface ForgettingChat {
  /** Erases the texts of a deleted member's chat lines. */
  anonymizeSender(on: Kysely<Database>, memberId: MemberId): Promise<void>;
}

/** The rules of the chat for short public texts. */
export interface PublicTextRules {
  /** Cleans a text and checks its length, links and words. @throws {ApiError} the errors of the rules */
  checkTitle(
    raw: string,
    rules: {
      readonly charsMax: number;
      readonly unitsMax: number;
      readonly invalid: ErrorCode;
      readonly link: ErrorCode;
      readonly word: ErrorCode;
    },
  ): Promise<{
    readonly text: string;
    /** A word that moderators watch; `null` if the text has none. */
    readonly watchedWord: string | null;
  }>;
}

/** The part of the notification centre that the deletion of an account needs. */
export interface ForgettingNotices {
  /** Deletes the notices of a deleted member. */
  forgetMember(on: Kysely<Database>, memberId: MemberId): Promise<void>;
}
