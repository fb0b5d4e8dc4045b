import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../../../../schema/database.ts';

/** Minutes between two generated entries. */
const MINUTES_APART = 5;

/** Returns the id of a generated account, by its number from 0 to 39. */
export const madeStaffId = (number: number): string =>
  `01920000-0000-7000-8000-${String(number).padStart(12, '0')}`;

/** Returns the subject of the generated entry with this number. */
export const madeSubjectId = (number: number): string => `order-${number}`;

/**
 * Adds entries with their outcomes. The newest entry is five minutes old, and the others are five minutes apart. They
 * refer to forty accounts, twenty operations and twenty-five subject types, of which some are rare. The caller runs
 * ANALYZE on the tables.
 *
 * @param entries number of entries; 100 000 entries are a year of a busy site
 */
export async function makeAudit(
  db: Kysely<Database> | Transaction<Database>,
  entries: number,
): Promise<void> {
  await sql`
    insert into staff (staff_id, name, role)
    select ('01920000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'Staff ' || n, 'owner'
    from generate_series(0, 39) as n
  `.execute(db);
  await sql`
    insert into audit_entry
      (audit_entry_id, staff_id, actor, role, credential, operation, parts, request_id, address, created_at)
    select uuidv7(n * ${-MINUTES_APART} * interval '1 minute'),
      ('01920000-0000-7000-8000-' || lpad((case when n % 5000 = 7 then 39 else n % 39 end)::text, 12, '0'))::uuid,
      'Staff ' || n % 39, 'owner', 'session',
      case when n % 4000 = 9 then 'DELETE /operator/rare' else 'PUT /operator/made/' || n % 19 end,
      jsonb_build_object('body', jsonb_build_object('n', n, 'text', repeat('x', 200))), 'request-' || n,
      '10.0.0.1', now() - n * ${MINUTES_APART} * interval '1 minute'
    from generate_series(1, ${entries}) as n
  `.execute(db);
  await sql`
    insert into audit_outcome (audit_entry_id, result, subject_type, subject_id, reason, after, created_at)
    select audit_entry_id, 'done',
      case when n % 3000 = 11 then 'rare' else 'made_' || n % 24 end, 'order-' || n, 'Reason ' || n,
      jsonb_build_object('n', n), created_at
    from (select *, substr(request_id, 9)::int as n from audit_entry where request_id like 'request-%') as made
  `.execute(db);
}
