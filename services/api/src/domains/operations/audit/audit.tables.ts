import type { StaffRole } from '@sangwian/contract/permissions';
import type { Generated } from 'kysely';

/** Rows of the tables that this module owns. Both are append-only. */
export interface AuditTables {
  audit_entry: AuditEntryTable;
  audit_outcome: AuditOutcomeTable;
}

interface AuditEntryTable {
  audit_entry_id: Generated<string>;
  staff_id: string | null;
  /** Name of the actor at that time; for a failed sign-in, its e-mail address. */
  actor: string;
  role: StaffRole | null;
  credential: 'session' | 'token' | 'local' | 'none';
  operation: string;
  /** The parameters, query and body of the request without secrets; JSON. */
  parts: unknown;
  request_id: string;
  address: string;
  created_at: Date;
}

interface AuditOutcomeTable {
  audit_entry_id: string;
  result: 'done' | 'refused' | 'failed';
  error_code: string | null;
  subject_type: string | null;
  subject_id: string | null;
  reason: string | null;
  before: unknown;
  after: unknown;
  created_at: Date;
}
