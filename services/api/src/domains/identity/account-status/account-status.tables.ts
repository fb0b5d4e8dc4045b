import type { AccountAppealState } from '@sangwian/contract/endpoints/account-appeals';
import type { ChatRole } from '@sangwian/contract/endpoints/live';
import type { MemberStatus } from '@sangwian/contract/endpoints/member';
import type { Generated } from 'kysely';

/** Rows of the table that this module owns. */
export interface AccountStatusTables {
  member_standing_change: MemberStandingChangeTable;
  member_role_change: MemberRoleChangeTable;
  account_appeal: AccountAppealTable;
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
  /** The staff account; `null` for a change on the server and for the clock. */
  created_by_staff_id: Generated<string | null>;
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

/** One appeal against a sanction at most. */
interface AccountAppealTable {
  account_appeal_id: Generated<string>;
  member_id: string;
  /** The sanction. */
  member_standing_change_id: string;
  text: string;
  state: Generated<AccountAppealState>;
  created_at: Date;
  /** The member reads it. */
  reason: string | null;
  decided_by: string | null;
  decided_by_staff_id: string | null;
  decided_at: Date | null;
  /** The change of status that lifted or shortened the sanction. */
  decision_change_id: string | null;
}
