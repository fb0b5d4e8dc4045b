import type { MemberId, ProgramLiveId } from '@sangwian/contract/ids';
import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../../../schema/database.ts';

/** The part of a member that codes need: what identifies a person beyond the account. */
export interface CodeHolder {
  readonly phone: string | null;
  readonly map_system_id: string | null;
  readonly map_member_id: string | null;
}

/** The members who use codes. `compose` passes those of the identity domain. */
export interface CodeHolders {
  find(by: { readonly memberId: string }, on?: Kysely<Database>): Promise<CodeHolder | undefined>;
}

/** The past phones of members. `compose` passes those of the identity domain. */
export interface PastPhones {
  /** Returns a keyed hash of a phone, or of another text that identifies a person. */
  hashOf(holder: string): Buffer;
  /** Returns the members who owned the phone before. */
  findEarlierOwners(on: Kysely<Database>, hash: Buffer): Promise<readonly string[]>;
}

/** A live as far as codes need it. */
export interface RedeemableLive {
  readonly programLiveId: ProgramLiveId;
  readonly status: 'not_started' | 'in_progress' | 'ended';
  readonly access: 'free' | 'premium';
}

/** Finds the live that new codes are for. `compose` passes the reader of the live domain. */
export interface RedeemableLives {
  findLive(programLiveId: ProgramLiveId): Promise<RedeemableLive | null>;
}

/** Unlocks lives in the caller's transaction. `compose` passes those of the live domain. */
export interface LiveUnlocks {
  /** Returns the live and locks it until the transaction ends. */
  findLive(
    trx: Transaction<Database>,
    programLiveId: ProgramLiveId,
  ): Promise<RedeemableLive | null>;
  /** Unlocks a premium live. Returns false if the member had it unlocked already. */
  unlockByCode(
    trx: Transaction<Database>,
    programLiveId: ProgramLiveId,
    memberId: MemberId,
  ): Promise<boolean>;
}
