import { z } from 'zod';
import { endpoints, pageQuery, requestTime } from '../../endpoint.ts';
import { LIMITS } from '../../limits.ts';
import { StaffRole } from './staff.ts';

const AuditFilter = z.object({
  staff_id: z.uuid().toLowerCase().optional(),
  /** Method and path as in this reference: `PUT /operator/staff/{staff_id}`. */
  operation: z.string().max(LIMITS.searchCharsMax).optional(),
  subject_type: z.string().max(LIMITS.searchCharsMax).optional(),
  subject_id: z.string().max(LIMITS.searchCharsMax).optional(),
  from: requestTime.optional(),
  /** Exclusive. */
  to: requestTime.optional(),
});
export type AuditQuery = z.infer<typeof AuditFilter>;

const Json = z.record(z.string(), z.unknown());

export const AuditEntry = z.object({
  audit_entry_id: z.uuid(),
  at: z.iso.datetime(),
  staff_id: z.uuid().nullable(),
  /** Name and role at that time. */
  actor: z.string(),
  role: StaffRole.nullable(),
  credential: z.enum(['session', 'token', 'local', 'none']),
  operation: z.string(),
  /** The arguments of the request, without secrets. */
  parts: Json,
  request_id: z.string(),
  address: z.string(),
  /** `unknown`: the process ended before it recorded the outcome, or the request is still running. */
  result: z.enum(['done', 'refused', 'failed', 'unknown']),
  error_code: z.string().nullable(),
  subject_type: z.string().nullable(),
  subject_id: z.string().nullable(),
  reason: z.string().nullable(),
  before: Json.nullable(),
  after: Json.nullable(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

const reader = {
  tag: 'Staff',
  caller: 'operator',
  identity: 'staff',
  /** Roles without `read_audit` get their own entries. */
  permission: 'read_own_audit',
} as const;

export const auditEndpoints = endpoints({
  'GET /operator/audit': {
    ...reader,
    summary: 'What staff changed, the newest first; most roles see their own entries',
    query: z.object({ ...AuditFilter.shape, ...pageQuery }),
    data: AuditEntry,
    list: true,
    errors: [],
  },
  'GET /operator/audit/csv': {
    ...reader,
    summary: 'The audit as a CSV file',
    query: AuditFilter,
    data: z.object({ file_name: z.string(), csv: z.string() }),
    errors: [],
  },
});
