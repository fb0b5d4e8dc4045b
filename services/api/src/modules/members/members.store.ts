import type { Language, MemberStatus } from '@sangwian/contract/endpoints/member';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../../database/database.ts';

export interface MemberRow {
  readonly member_id: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly avatar: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly gender: 'male' | 'female' | 'unspecified';
  readonly birth_date: string | null;
  readonly language: Language;
  readonly status: MemberStatus;
  readonly status_reason: string | null;
  readonly status_since: Date | null;
  readonly map_system_id: string | null;
  readonly password_hash: string | null;
  readonly pin_hash: string | null;
}

export interface NewMember {
  readonly memberId?: string | undefined;
  readonly firstName: string;
  readonly lastName: string;
  /** E.164. */
  readonly phone: string | null;
  readonly passwordHash: string | null;
  readonly avatar?: string | null | undefined;
  readonly email?: string | null | undefined;
  readonly gender?: 'male' | 'female' | 'unspecified' | undefined;
  /** `YYYY-MM-DD`. */
  readonly birthDate?: string | null | undefined;
  readonly language?: Language | undefined;
}

export class MembersStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  #selectMembers() {
    return this.#db
      .selectFrom('member')
      .leftJoin('member_credential', 'member_credential.member_id', 'member.member_id')
      .select([
        'member.member_id',
        'first_name',
        'last_name',
        'avatar',
        'email',
        'phone',
        'gender',
        'birth_date',
        'language',
        'status',
        'status_reason',
        'status_since',
        'map_system_id',
        'password_hash',
        'pin_hash',
      ]);
  }

  findByPhone(phone: string): Promise<MemberRow | undefined> {
    return this.#selectMembers().where('phone', '=', phone).executeTakeFirst();
  }

  findById(memberId: string): Promise<MemberRow | undefined> {
    return this.#selectMembers().where('member.member_id', '=', memberId).executeTakeFirst();
  }

  findNames(memberIds: readonly string[]) {
    return this.#db
      .selectFrom('member')
      .select(['member_id', 'first_name', 'avatar'])
      .where('member_id', '=', sql<string>`any(${[...memberIds]}::uuid[])`)
      .execute();
  }

  async insert(trx: Transaction<Database>, member: NewMember): Promise<string> {
    const { member_id } = await trx
      .insertInto('member')
      .values({
        ...(member.memberId === undefined ? {} : { member_id: member.memberId }),
        first_name: member.firstName,
        last_name: member.lastName,
        phone: member.phone,
        avatar: member.avatar ?? null,
        email: member.email ?? null,
        birth_date: member.birthDate ?? null,
        gender: member.gender ?? 'unspecified',
        language: member.language ?? 'TH',
        status_reason: null,
        status_since: null,
        map_system_id: null,
      })
      .returning('member_id')
      .executeTakeFirstOrThrow();
    await trx
      .insertInto('member_credential')
      .values({
        member_id,
        password_hash: member.passwordHash,
        password_changed_at: null,
        pin_hash: null,
      })
      .execute();
    return member_id;
  }
}
