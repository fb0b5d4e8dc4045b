import type { Language, MemberStatus } from '@sangwian/contract/endpoints/member';
import { ApiError } from '@sangwian/node-kit/api-error';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../../../schema/database.ts';
import type { LinkProvider } from './members.tables.ts';
import { translateTaken } from './translate-taken.ts';

export interface MemberRow {
  readonly member_id: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly avatar: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly gender: 'male' | 'female' | 'unspecified';
  readonly birth_date: string | null;
  /**
   * The latest birth date that the member has ever entered. Age limits of purchases use this date, so that members
   * cannot make themselves older by editing their profile.
   */
  readonly latest_birth_date: string | null;
  readonly language: Language;
  readonly shows_results: boolean;
  readonly status: MemberStatus;
  readonly status_reason: string | null;
  readonly status_since: Date | null;
  readonly status_until: Date | null;
  readonly map_system_id: string | null;
  /** The partner's id of the member. */
  readonly map_member_id: string | null;
  readonly password_hash: string | null;
  readonly pin_hash: string | null;
  readonly line_subject: string | null;
  readonly apple_subject: string | null;
  readonly nickname: string | null;
}

export interface NewLink {
  readonly provider: LinkProvider;
  readonly subject: string;
  readonly sealedToken: Buffer | null;
}

/** The fields of a profile to change. Missing fields keep their value. */
export interface ProfileChange {
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
  readonly email?: string | null | undefined;
  readonly birthDate?: string | undefined;
  readonly gender?: 'male' | 'female' | 'unspecified' | undefined;
  readonly language?: Language | undefined;
  readonly showsResults?: boolean | undefined;
  /** A path on this site. */
  readonly avatar?: string | null | undefined;
}

const dropUndefined = <Values extends object>(values: Values): Partial<Values> =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined),
  ) as Partial<Values>;

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
  /** The partner and the partner's id of the member. Set both, or neither. */
  readonly mapSystemId?: string | undefined;
  readonly mapMemberId?: string | undefined;
}

const PROFILE_COLUMNS = [
  'member.member_id',
  'first_name',
  'last_name',
  'avatar',
  'email',
  'phone',
  'gender',
  'birth_date',
  'latest_birth_date',
  'language',
  'shows_results',
  'status',
  'status_reason',
  'status_since',
  'status_until',
  'map_system_id',
  'map_member_id',
] as const;

export class MembersStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  #selectMembers() {
    return this.#db
      .selectFrom('member')
      .leftJoin('member_credential', 'member_credential.member_id', 'member.member_id')
      .leftJoin('member_nickname', 'member_nickname.member_id', 'member.member_id')
      .leftJoin('member_link as line', (join) =>
        join.onRef('line.member_id', '=', 'member.member_id').on('line.provider', '=', 'line'),
      )
      .leftJoin('member_link as apple', (join) =>
        join.onRef('apple.member_id', '=', 'member.member_id').on('apple.provider', '=', 'apple'),
      )
      .select([
        ...PROFILE_COLUMNS,
        'password_hash',
        'pin_hash',
        'line.subject as line_subject',
        'apple.subject as apple_subject',
        'nickname',
      ])
      .where('deleted_at', 'is', null);
  }

  findByPhone(phone: string): Promise<MemberRow | undefined> {
    return this.#selectMembers().where('phone', '=', phone).executeTakeFirst();
  }

  findById(memberId: string): Promise<MemberRow | undefined> {
    return this.#selectMembers().where('member.member_id', '=', memberId).executeTakeFirst();
  }

  findByLink(provider: LinkProvider, subject: string): Promise<MemberRow | undefined> {
    return this.#selectMembers().where(`${provider}.subject`, '=', subject).executeTakeFirst();
  }

  findByPartner(mapSystemId: string, mapMemberId: string): Promise<MemberRow | undefined> {
    return this.#selectMembers()
      .where('map_system_id', '=', mapSystemId)
      .where('map_member_id', '=', mapMemberId)
      .executeTakeFirst();
  }

  findLink(memberId: string, provider: LinkProvider) {
    return this.#db
      .selectFrom('member_link')
      .selectAll()
      .where('member_id', '=', memberId)
      .where('provider', '=', provider)
      .executeTakeFirst();
  }

  /** Returns all data of a member except secrets (hashes, tokens). */
  async findForExport(memberId: string) {
    const profile = await this.#db
      .selectFrom('member')
      .leftJoin('member_credential', 'member_credential.member_id', 'member.member_id')
      .leftJoin('member_nickname', 'member_nickname.member_id', 'member.member_id')
      .select([
        ...PROFILE_COLUMNS,
        'nickname',
        'member_nickname.changed_at as nickname_changed_at',
        'map_member_id',
        'created_at',
        'password_changed_at',
        sql<boolean>`password_hash is not null`.as('has_password'),
        sql<boolean>`pin_hash is not null`.as('has_pin'),
      ])
      .where('member.member_id', '=', memberId)
      .executeTakeFirst();
    const links = await this.#db
      .selectFrom('member_link')
      .select(['provider', 'subject', 'linked_at'])
      .where('member_id', '=', memberId)
      .execute();
    return { ...profile, links };
  }

  findNames(memberIds: readonly string[]) {
    return this.#db
      .selectFrom('member')
      .leftJoin('member_nickname', 'member_nickname.member_id', 'member.member_id')
      .select(['member.member_id', 'first_name', 'nickname', 'avatar', 'role'])
      .where('member.member_id', '=', sql<string>`any(${[...memberIds]}::uuid[])`)
      .execute();
  }

  /** @throws {ApiError} `phone_exists_log_in` */
  async insert(trx: Transaction<Database>, member: NewMember): Promise<string> {
    try {
      return await this.#insert(trx, member);
    } catch (error) {
      throw translateTaken(error);
    }
  }

  async #insert(trx: Transaction<Database>, member: NewMember): Promise<string> {
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
        latest_birth_date: member.birthDate ?? null,
        gender: member.gender ?? 'unspecified',
        language: member.language ?? 'TH',
        status_reason: null,
        status_since: null,
        map_system_id: member.mapSystemId ?? null,
        map_member_id: member.mapMemberId ?? null,
        deleted_at: null,
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

  /**
   * Locks a member against changes and new sessions until the transaction ends. The lock lets foreign key checks pass.
   * A stronger lock could deadlock with a starting watch session, which locks its member session and then checks its
   * foreign key to the member.
   *
   * @throws {ApiError} `member_not_found` if the member was deleted meanwhile
   */
  async lock(trx: Transaction<Database>, memberId: string): Promise<void> {
    const row = await trx
      .selectFrom('member')
      .select('member_id')
      .where('member_id', '=', memberId)
      .where('deleted_at', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (row === undefined) throw new ApiError('member_not_found');
  }

  async update(trx: Kysely<Database>, memberId: string, change: ProfileChange): Promise<void> {
    const { firstName, lastName, email, birthDate, gender, language, avatar, showsResults } =
      change;
    const values = dropUndefined({
      first_name: firstName,
      last_name: lastName,
      email,
      birth_date: birthDate,
      latest_birth_date:
        birthDate === undefined
          ? undefined
          : sql<string>`greatest(latest_birth_date, ${birthDate}::date)`,
      gender,
      language,
      shows_results: showsResults,
      avatar,
    });
    if (Object.keys(values).length === 0) return;
    await trx
      .updateTable('member')
      .set(values)
      .where('member_id', '=', memberId)
      .where('deleted_at', 'is', null)
      .execute();
  }

  /** @throws {ApiError} `phone_exists_log_in` */
  async setPhone(trx: Transaction<Database>, memberId: string, phone: string | null) {
    try {
      await trx
        .updateTable('member')
        .set({ phone })
        .where('member_id', '=', memberId)
        .where('deleted_at', 'is', null)
        .execute();
    } catch (error) {
      throw translateTaken(error);
    }
  }

  async setPasswordHash(
    trx: Kysely<Database>,
    memberId: string,
    passwordHash: string | null,
    now: Date,
  ): Promise<void> {
    await trx
      .updateTable('member_credential')
      .set({ password_hash: passwordHash, password_changed_at: now })
      .where('member_id', '=', memberId)
      .execute();
  }

  /**
   * Replaces a password hash if it is still the hash that was verified.
   *
   * @returns `false` if another change came first
   */
  async replacePasswordHash(
    trx: Kysely<Database>,
    memberId: string,
    change: { readonly from: string; readonly to: string; readonly now: Date },
  ): Promise<boolean> {
    const { numUpdatedRows } = await trx
      .updateTable('member_credential')
      .set({ password_hash: change.to, password_changed_at: change.now })
      .where('member_id', '=', memberId)
      .where('password_hash', '=', change.from)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /**
   * Replaces a PIN hash if it still equals `from`; `null` means that no PIN is set.
   *
   * @returns `false` if another change came first
   */
  async replacePinHash(
    trx: Kysely<Database>,
    memberId: string,
    change: { readonly from: string | null; readonly to: string },
  ): Promise<boolean> {
    const { numUpdatedRows } = await trx
      .updateTable('member_credential')
      .set({ pin_hash: change.to })
      .where('member_id', '=', memberId)
      .where('pin_hash', 'is not distinct from', change.from)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  async setPinHash(trx: Kysely<Database>, memberId: string, pinHash: string | null) {
    await trx
      .updateTable('member_credential')
      .set({ pin_hash: pinHash })
      .where('member_id', '=', memberId)
      .execute();
  }

  /** @throws {ApiError} `line_linked`, `apple_linked`, `link_taken` */
  async addLink(trx: Kysely<Database>, memberId: string, link: NewLink): Promise<void> {
    const { provider, subject, sealedToken } = link;
    try {
      await trx
        .insertInto('member_link')
        .values({ member_id: memberId, provider, subject, sealed_token: sealedToken })
        .execute();
    } catch (error) {
      throw translateTaken(error, provider);
    }
  }

  /** Stores the latest token of a provider, since earlier tokens may have become invalid. */
  async renewLink(trx: Kysely<Database>, memberId: string, link: NewLink): Promise<void> {
    await trx
      .updateTable('member_link')
      .set({ sealed_token: link.sealedToken })
      .where('member_id', '=', memberId)
      .where('provider', '=', link.provider)
      .where('subject', '=', link.subject)
      .execute();
  }

  /** Removes a link. Returns the encrypted token of the link, or `null` if the member had no such link. */
  async removeLink(
    trx: Kysely<Database>,
    memberId: string,
    provider: LinkProvider,
  ): Promise<Buffer | null> {
    const row = await trx
      .deleteFrom('member_link')
      .where('member_id', '=', memberId)
      .where('provider', '=', provider)
      .returning('sealed_token')
      .executeTakeFirst();
    return row?.sealed_token ?? null;
  }
}
