import type { ChatRole } from '@sangwian/contract/endpoints/live';
import type { Member } from '@sangwian/contract/endpoints/member';
import type { MemberId } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Kysely, Transaction } from 'kysely';
import type { ApiModule } from '../../../platform/http/handler.ts';
import { refuseOtherMember } from '../../../platform/http/refuse-other-member.ts';
import type { Database } from '../../../schema/database.ts';
import { type CreateMember, createMember } from './create-member.ts';
import { MemberLifecycleStore } from './member-lifecycle.store.ts';
import type { MemberWallet } from './member-wallet.ts';
import { type MemberRow, MembersStore } from './members.store.ts';
import type { LinkProvider } from './members.tables.ts';
import { warmUpPasswords } from './passwords.ts';
import { presentMember } from './present-member.ts';

export type { CreateMember } from './create-member.ts';
export { findMemberByPhoneOrId } from './find-member-by-phone-or-id.ts';
export type { LockedMember, NewAccountStatus } from './member-lifecycle.store.ts';
export type { MemberWallet } from './member-wallet.ts';
export type { MemberRow, NewLink, ProfileChange } from './members.store.ts';
export type { LinkProvider } from './members.tables.ts';
export { passwordErrorOf } from './password-errors.ts';
export { hashPassword, refuseIfBusy, verifyPassword } from './passwords.ts';
export { parsePhone } from './phone-rules.ts';
export { presentMember } from './present-member.ts';

/** What other members see of a member. */
export interface MemberName {
  /** The nickname, otherwise the first name. Empty if the account was deleted; clients then show a localised placeholder. */
  readonly name: string;
  /** A path on this site, or `null`. */
  readonly avatar: string | null;
  readonly role: ChatRole | null;
}

/** Finds and creates members, for other modules. */
export interface Members {
  /** Returns the public names of members by id. Unknown ids are left out. */
  findMemberNames(memberIds: readonly MemberId[]): Promise<ReadonlyMap<MemberId, MemberName>>;
  /** Creates a member with an empty wallet in the caller's transaction. */
  createMember(trx: Transaction<Database>, member: CreateMember): Promise<MemberId>;
  /** Returns a member's profile and balance, as shown to the member. @throws {ApiError} `member_not_found` */
  present(memberId: MemberId): Promise<Member>;
  find(by: FindMember, on?: Kysely<Database>): Promise<MemberRow | undefined>;
  /** Writes members. Every write runs in the caller's transaction. */
  readonly store: MembersStore;
  /** Changes statuses and deletes members. */
  readonly lifecycle: MemberLifecycleStore;
  /** Returns a member's profile for the data export. */
  exportOf(memberId: MemberId): Promise<Record<string, unknown>>;
}

export type FindMember =
  | { readonly memberId: string }
  | { readonly phone: string }
  | { readonly link: LinkProvider; readonly subject: string }
  | { readonly mapSystemId: string; readonly mapMemberId: string };

export function createMembers(db: Kysely<Database>, wallet: MemberWallet): Members {
  const store = new MembersStore(db);
  return {
    store,
    lifecycle: new MemberLifecycleStore(db),
    exportOf: async (memberId) => ({ profile: await store.findForExport(memberId) }),
    find: (by, on) => {
      const within = on === undefined ? store : new MembersStore(on);
      if ('memberId' in by) return within.findById(by.memberId);
      if ('phone' in by) return within.findByPhone(by.phone);
      if ('link' in by) return within.findByLink(by.link, by.subject);
      return within.findByPartner(by.mapSystemId, by.mapMemberId);
    },
    present: async (memberId) => {
      const row = await store.findById(memberId);
      if (row === undefined) throw new ApiError('member_not_found');
      return presentMember(row, await wallet.readBalance(memberId));
    },
    findMemberNames: async (memberIds) => {
      if (memberIds.length === 0) return new Map();
      const rows = await store.findNames(memberIds);
      return new Map(
        rows.map((row) => [
          row.member_id as MemberId,
          { name: row.nickname ?? row.first_name, avatar: row.avatar, role: row.role },
        ]),
      );
    },
    createMember: (trx, member) => createMember(store, wallet, trx, member),
  };
}

export interface MembersModuleDeps {
  readonly db: Kysely<Database>;
  readonly wallet: MemberWallet;
}

/** Creates the module with which members read their own profile. */
export function createMembersModule({ db, wallet }: MembersModuleDeps): ApiModule {
  const store = new MembersStore(db);
  return {
    handlers: {
      'GET /auth/member/profile': async ({ query, bearer }) => {
        refuseOtherMember(bearer, query.member_id);
        const row = await store.findById(bearer.memberId);
        if (row === undefined) throw new ApiError('member_not_found');
        // A partner's member may name only its own partner. Other members' requests ignore the parameter.
        const partner = bearer.external ? query.map_system_id : undefined;
        if (partner !== undefined && partner !== row.map_system_id) {
          throw new ApiError('member_not_found');
        }
        return { data: presentMember(row, await wallet.readBalance(bearer.memberId)) };
      },
    },
    start: warmUpPasswords,
  };
}
