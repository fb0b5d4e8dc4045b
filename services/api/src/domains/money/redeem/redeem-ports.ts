import type { MemberId, ProgramLiveId } from '@sangwian/contract/ids';
import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../../../schema/database.ts';

/** The fields of a member that identify a person across accounts. */
export interface CodeHolder {
  readonly phone: string | null;
  readonly map_system_id: string | null;
  readonly map_member_id: string | null;
}

/** The port to members. `compose` fills it from the identity domain. */
export interface CodeHolders {
  find(by: { readonly memberId: string }, on?: Kysely<Database>): Promise<CodeHolder | undefined>;
}

/** The port to the past phone numbers of members. `compose` fills it from the identity domain. */
export interface PastPhones {
  /** Returns a keyed hash of a phone number, or of another text that identifies a person. */
  hashOf(holder: string): Buffer;
  /** Returns the members who had the phone number earlier. */
  findEarlierOwners(on: Kysely<Database>, hash: Buffer): Promise<readonly string[]>;
}

/** The fields of a live that codes need. */
export interface RedeemableLive {
  readonly programLiveId: ProgramLiveId;
  readonly status: 'not_started' | 'in_progress' | 'ended';
  readonly access: 'free' | 'premium';
}

/** The port to find the live for new codes. `compose` fills it from the live domain. */
export interface RedeemableLives {
  findLive(programLiveId: ProgramLiveId): Promise<RedeemableLive | null>;
}

/** The port to unlock lives in the caller's transaction. `compose` fills it from the live domain. */
export interface LiveUnlocks {
  /** Returns the live and locks it until the transaction ends. */
  findLive(
    trx: Transaction<Database>,
    programLiveId: ProgramLiveId,
  ): Promise<RedeemableLive | null>;
  /** Unlocks a premium live. Returns `false` if the member has already unlocked it. */
  unlockByCode(
    trx: Transaction<Database>,
    programLiveId: ProgramLiveId,
    memberId: MemberId,
  ): Promise<boolean>;
}
