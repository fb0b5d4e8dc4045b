import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../schema/database.ts';

/** More than one sweep of silent sessions writes in a transaction, so that a page always gets beyond one. */
const PAGE_ROWS_MAX = 5_000;

export interface Revocations {
  readonly revocations: readonly {
    readonly watch_session_id: string;
    readonly expires_at: string;
  }[];
  /** Where to go on. Opaque, though it grows; a revocation may be told more than once, but none is passed over. */
  readonly cursor: number;
  /** The page was full: there may be more right behind the cursor. */
  readonly more: boolean;
}

interface Row {
  readonly horizon: string;
  readonly written_by: string | null;
  readonly watch_session_id: string | null;
  readonly expires_at: Date | null;
}

/**
 * Revocations that were committed since `cursor` (0: all that still matter). The cursor is the oldest transaction that
 * still ran when this was read: whatever that one commits later is found by the next call.
 */
export async function findRevocations(
  db: Kysely<Database>,
  cursor: number,
  now: Date,
): Promise<Revocations> {
  const { rows } = await sql<Row>`
    select horizon.xid::text as horizon, found.written_by::text, found.watch_session_id, found.expires_at
    from (select pg_snapshot_xmin(pg_current_snapshot()) as xid) horizon
    left join lateral (
      select written_by, watch_session_id, expires_at from watch_revocation
      where written_by >= ${String(cursor)}::xid8 and expires_at > ${now}
      order by written_by, watch_revocation_id
      limit ${PAGE_ROWS_MAX}
    ) found on true
  `.execute(db);
  const horizon = Number(rows[0]?.horizon ?? cursor);
  const last = rows.at(-1)?.written_by ?? null;
  const full = rows.length === PAGE_ROWS_MAX && last !== null;
  return {
    revocations: rows.flatMap(({ watch_session_id, expires_at }) =>
      watch_session_id === null || expires_at === null
        ? []
        : [{ watch_session_id, expires_at: expires_at.toISOString() }],
    ),
    cursor: full ? Math.min(horizon, Number(last)) : horizon,
    more: full,
  };
}

/** Forgets revocations whose grants have expired by themselves. */
export async function deleteExpiredRevocations(db: Kysely<Database>, now: Date): Promise<void> {
  await db.deleteFrom('watch_revocation').where('expires_at', '<=', now).execute();
}
