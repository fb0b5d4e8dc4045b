import type { ChatRole } from '@sangwian/contract/endpoints/live';
import type { MemberStatus } from '@sangwian/contract/endpoints/member';
import type { Generated } from 'kysely';

/** Rows of the table that this module owns. */
export interface StandingTables {
  member_standing_change: MemberStandingChangeTable;
  member_role_change: MemberRoleChangeTable;
}

/** Who changed how a member stands, why and when. Rows are only ever added. */
interface MemberStandingChangeTable {
  member_standing_change_id: Generated<string>;
  member_id: string;
  status_before: MemberStatus;
  status_after: MemberStatus;
  reason: string;
  until: Date | null;
  /** An operator, or `clock` where a suspension ended by itself. */
  created_by: string;
  created_at: Date;
}

/** Who gave a member a role or took it, why and when. Rows are only ever added. */
interface MemberRoleChangeTable {
  member_role_change_id: Generated<string>;
  member_id: string;
  role_before: ChatRole | null;
  role_after: ChatRole | null;
  reason: string;
  created_by: string;
  created_at: Date;
}
