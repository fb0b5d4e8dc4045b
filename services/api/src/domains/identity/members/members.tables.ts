import type { ChatRole } from '@sangwian/contract/endpoints/live';
import type { Language, MemberStatus } from '@sangwian/contract/endpoints/member';
import type { Generated } from 'kysely';

/** Rows of the tables that this module owns. */
export interface MemberTables {
  member: MemberTable;
  member_nickname: MemberNicknameTable;
  member_credential: MemberCredentialTable;
  member_link: MemberLinkTable;
}

interface MemberTable {
  member_id: Generated<string>;
  first_name: string;
  last_name: string;
  avatar: string | null;
  email: string | null;
  /** E.164. */
  phone: string | null;
  gender: Generated<'male' | 'female' | 'unspecified'>;
  /** `YYYY-MM-DD`. */
  birth_date: string | null;
  /** The latest birth date that the member has ever entered. */
  latest_birth_date: string | null;
  language: Generated<Language>;
  /** Whether the member wants to see the results of lives that have a replay. */
  shows_results: Generated<boolean>;
  status: Generated<MemberStatus>;
  status_reason: string | null;
  status_since: Date | null;
  /** The end of a suspension. */
  status_until: Generated<Date | null>;
  role: Generated<ChatRole | null>;
  map_system_id: string | null;
  /** The partner's id of the member. */
  map_member_id: string | null;
  deleted_at: Date | null;
  created_at: Generated<Date>;
}

/** The name that a member chose for the chat and the rankings. */
interface MemberNicknameTable {
  member_id: string;
  /** `null` if it was removed or reset. */
  nickname: string | null;
  nickname_key: string | null;
  changed_at: Date;
}

interface MemberCredentialTable {
  member_id: string;
  /** argon2id, in the PHC format. */
  password_hash: string | null;
  password_changed_at: Date | null;
  pin_hash: string | null;
}

export type LinkProvider = 'line' | 'apple';

interface MemberLinkTable {
  member_id: string;
  provider: LinkProvider;
  /** The provider's id of the member. */
  subject: string;
  /** Encrypted by the providers module. */
  sealed_token: Buffer | null;
  linked_at: Generated<Date>;
}
