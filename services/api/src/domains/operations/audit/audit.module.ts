import type { AuditEntry, AuditQuery } from '@sangwian/contract/endpoints/operator/audit';
import { may } from '@sangwian/contract/permissions';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { AuditTrail } from '../../../platform/http/audit-call.ts';
import { type Cells, csvFile, streamCsv } from '../../../platform/http/csv-file.ts';
import { openCursor, pageOf } from '../../../platform/http/cursor.ts';
import type { ApiModule, Staff } from '../../../platform/http/handler.ts';
import { readPages } from '../../../platform/http/read-pages.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Database } from '../../../schema/database.ts';
import { type AuditFilter, type AuditRow, AuditStore } from './audit.store.ts';

/** Maximum number of rows of one export. A longer period is exported in several files. */
const CSV_ROWS_MAX = 100_000;
const CSV_PAGE_ROWS_MAX = 500;

export interface AuditModule extends ApiModule {
  readonly trail: AuditTrail;
}

const presentRow = (row: AuditRow): AuditEntry => ({
  audit_entry_id: row.audit_entry_id,
  at: row.created_at.toISOString(),
  staff_id: row.staff_id,
  actor: row.actor,
  role: row.role,
  credential: row.credential,
  operation: row.operation,
  parts: row.parts as AuditEntry['parts'],
  request_id: row.request_id,
  address: row.address,
  // An entry without an outcome: the process crashed in between, or the call still runs.
  result: row.result ?? 'unknown',
  error_code: row.error_code,
  subject_type: row.subject_type,
  subject_id: row.subject_id,
  reason: row.reason,
  before: row.before as AuditEntry['before'],
  after: row.after as AuditEntry['after'],
});

const mayReadAll = ({ role, credential }: Staff): boolean =>
  may(role, 'read_audit') &&
  (credential.kind !== 'token' || credential.scopes.includes('read_audit'));

/** Returns the filter of a query. A role with `read_own_audit` reads only the entries of its own account. */
function filterOf(query: AuditQuery, staff: Staff): AuditFilter {
  return {
    staffId: mayReadAll(staff) ? query.staff_id : staff.staffId,
    operation: query.operation,
    subjectType: query.subject_type,
    subjectId: query.subject_id,
    from: query.from === undefined ? undefined : new Date(query.from),
    to: query.to === undefined ? undefined : new Date(query.to),
  };
}

const COLUMNS = [
  ...(['at', 'actor', 'role', 'credential', 'operation', 'result', 'error_code'] as const),
  ...(['subject_type', 'subject_id', 'reason', 'before', 'after', 'parts'] as const),
  ...(['address', 'request_id'] as const),
];

function cellsOf(row: AuditRow): Cells {
  const entry = presentRow(row);
  return COLUMNS.map((name) => {
    const value = entry[name];
    return typeof value === 'object' && value !== null ? JSON.stringify(value) : (value ?? '');
  });
}

/** Creates the audit module: the audit trail for the framework, and the list and the export of its entries. */
export function createAuditModule({
  db,
  clock,
}: {
  readonly db: Kysely<Database>;
  readonly clock: Clock;
}): AuditModule {
  const store = new AuditStore(db);
  return {
    trail: {
      begin: (entry) => store.addEntry(entry, clock()),
      finish: (entryId, outcome) => store.addOutcome(entryId, outcome, clock()),
    },
    handlers: {
      'GET /operator/audit': async ({ query, staff }) => {
        const before = openCursor(query.cursor, z.uuid()) ?? undefined;
        const rows = await store.list(filterOf(query, staff), before, query.limit + 1);
        const { shown, next_cursor } = pageOf(rows, query.limit, (last) => last.audit_entry_id);
        return { data: shown.map(presentRow), next_cursor };
      },
      'GET /operator/audit/csv': async ({ query, staff }) => {
        const filter = filterOf(query, staff);
        const pages = readPages<AuditRow>(
          (last, limit) => store.list(filter, last?.audit_entry_id, limit),
          CSV_ROWS_MAX,
          CSV_PAGE_ROWS_MAX,
        );
        return { data: csvFile('audit', clock(), streamCsv(COLUMNS, pages, cellsOf)) };
      },
    },
  };
}
