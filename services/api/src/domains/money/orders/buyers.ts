import type { Language, MemberStatus } from '@sangwian/contract/endpoints/member';
import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../../../schema/database.ts';

/** The port to members. `compose` fills it from the identity domain. */
export interface Buyers {
  readonly lifecycle: {
    /**
     * Locks a member until the transaction ends.
     *
     * @throws {ApiError} `member_not_found`, also for deleted members
     */
    lock(trx: Transaction<Database>, memberId: string): Promise<{ readonly status: MemberStatus }>;
  };
  find(
    by: { readonly memberId: string },
    on?: Kysely<Database>,
  ): Promise<
    | {
        readonly latest_birth_date: string | null;
        readonly email: string | null;
        readonly language: Language;
        /** The partner of an external member; `null` for other members. */
        readonly map_system_id: string | null;
      }
    | undefined
  >;
}
