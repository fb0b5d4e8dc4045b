import type { ChatRole } from '@sangwian/contract/endpoints/live';
import type { MemberStatus } from '@sangwian/contract/endpoints/member';
import type { Generated } from 'kysely';

/** Rows of the table that this module owns. */
export interface AccountStatusTables {
  member_standing_change: MemberStandingChangeTable;
  member_role_change: MemberRoleChangeTable;
}

/** Changes of account statuses; append-only. */
interface MemberStandingChangeTable {
  member_standing_change_id: Generated<string>;
  member_id: string;
  status_before: MemberStatus;
  status_after: MemberStatus;
  reason: string;
  /** What staff saw; kept from the member's export, since it may name others. */
  evidence: Generated<string | null>;
  until: Date | null;
  /** The operator, or `clock` if a suspension expired. */
  created_by: string;
  created_at: Date;
}

/** Changes of chat roles; append-only. */
interface MemberRoleChangeTable {
  member_role_change_id: Generated<string>;
  member_id: string;
  role_before: ChatRole | null;
  role_after: ChatRole | null;
  reason: string;
  created_by: string;
  created_at: Date;
}
