import type { AccountAppealState } from '@sangwian/contract/endpoints/account-appeals';
import type { ChatRole } from '@sangwian/contract/endpoints/live';
import type { MemberStatus } from '@sangwian/contract/endpoints/member';
import type { Generated } from 'kysely';

/** Rows of the tables that this module owns. */
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
  /** What staff observed. Left out of the member's data export, since the text may name other members. */
  evidence: Generated<string | null>;
  until: Date | null;
  /** The operator's name, or `clock` if a suspension expired. */
  created_by: string;
  /** The staff account of the operator. `null` if the change was made on the server's command line or by the clock. */
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

/** A sanction has at most one appeal. */
interface AccountAppealTable {
  account_appeal_id: Generated<string>;
  member_id: string;
  /** The status change that the member appeals against. */
  member_standing_change_id: string;
  text: string;
  state: Generated<AccountAppealState>;
  created_at: Date;
  /** The reason of the decision; shown to the member. */
  reason: string | null;
  decided_by: string | null;
  decided_by_staff_id: string | null;
  decided_at: Date | null;
  /** The status change that lifted or shortened the sanction. */
  decision_change_id: string | null;
}
