import { type Kysely, sql } from 'kysely';
import type { AuditOutcome, NewAuditEntry } from '../../../platform/http/audit-call.ts';
import type { Database } from '../../../schema/database.ts';

export interface AuditFilter {
  readonly staffId?: string | undefined;
  readonly operation?: string | undefined;
  readonly subjectType?: string | undefined;
  readonly subjectId?: string | undefined;
  readonly from?: Date | undefined;
  /** Exclusive. */
  readonly to?: Date | undefined;
}

/**
 * Maximum difference between the time in an entry's id (the database's clock) and its `created_at` (a node's clock).
 */
const CLOCKS_DIFFER_MS = 3_600_000;

export type AuditRow = Awaited<ReturnType<AuditStore['list']>>[number];

/** Returns the smallest id that an entry of this time can have. */
const idAt = (at: Date, shiftMs: number) =>
  sql<string>`first_uuid_of(${new Date(at.getTime() + shiftMs)}::timestamptz at time zone 'UTC')`;

/**
 * Returns the query of one page, newest first, starting at an id. The period of the filter also becomes a range of ids,
 * so that every index that ends in the id reads only this range.
 */
export function auditPageQuery(
  db: Kysely<Database>,
  filter: AuditFilter,
  beforeId: string | undefined,
  limit: number,
) {
  const { staffId, operation, subjectType, subjectId, from, to } = filter;
  let query = db
    .selectFrom('audit_entry as entry')
    .leftJoin('audit_outcome as outcome', 'outcome.audit_entry_id', 'entry.audit_entry_id')
    .select(['entry.audit_entry_id', 'entry.created_at', 'staff_id', 'actor', 'role'])
    .select(['credential', 'operation', 'parts', 'request_id', 'address'])
    .select(['result', 'error_code', 'subject_type', 'subject_id', 'reason', 'before', 'after']);
  if (staffId !== undefined) query = query.where('staff_id', '=', staffId);
  if (operation !== undefined) query = query.where('operation', '=', operation);
  if (subjectType !== undefined) query = query.where('subject_type', '=', subjectType);
  if (subjectId !== undefined) query = query.where('subject_id', '=', subjectId);
  if (from !== undefined) {
    query = query
      .where('entry.created_at', '>=', from)
      .where('entry.audit_entry_id', '>=', idAt(from, -CLOCKS_DIFFER_MS));
  }
  if (to !== undefined) {
    query = query
      .where('entry.created_at', '<', to)
      .where('entry.audit_entry_id', '<', idAt(to, CLOCKS_DIFFER_MS));
  }
  if (beforeId !== undefined) query = query.where('entry.audit_entry_id', '<', beforeId);
  return query.orderBy('entry.audit_entry_id', 'desc').limit(limit);
}

const json = (value: object | undefined): string | null =>
  value === undefined ? null : JSON.stringify(value);

/** The append-only tables of the audit. */
export class AuditStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async addEntry(entry: NewAuditEntry, now: Date): Promise<string> {
    const row = await this.#db
      .insertInto('audit_entry')
      .values({
        staff_id: entry.staffId,
        actor: entry.actor,
        role: entry.role,
        credential: entry.credential,
        operation: entry.operation,
        parts: JSON.stringify(entry.parts),
        request_id: entry.requestId,
        address: entry.address,
        created_at: now,
      })
      .returning('audit_entry_id')
      .executeTakeFirstOrThrow();
    return row.audit_entry_id;
  }

  async addOutcome(entryId: string, outcome: AuditOutcome, now: Date): Promise<void> {
    await this.#db
      .insertInto('audit_outcome')
      .values({
        audit_entry_id: entryId,
        result: outcome.result,
        error_code: outcome.errorCode,
        subject_type: outcome.subjectType ?? null,
        subject_id: outcome.subjectId ?? null,
        reason: outcome.reason ?? null,
        before: json(outcome.before),
        after: json(outcome.after),
        created_at: now,
      })
      .execute();
  }

  /** Lists entries, newest first, starting at an id. */
  list(filter: AuditFilter, beforeId: string | undefined, limit: number) {
    return auditPageQuery(this.#db, filter, beforeId, limit).execute();
  }
}
