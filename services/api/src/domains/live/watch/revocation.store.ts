import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../schema/database.ts';

/**
 * Maximum revocations per page. Must exceed those of one transaction (a sweep writes up to `CHUNK_SESSIONS_MAX`). The
 * cursor is the id of a transaction, and would not advance otherwise.
 */
const PAGE_ROWS_MAX = 5_000;

export interface Revocations {
  readonly revocations: readonly {
    readonly watch_session_id: string;
    readonly expires_at: string;
  }[];
  /** The cursor for the next call. Delivery is at least once: a revocation may be repeated, but none is skipped. */
  readonly cursor: number;
  /** Whether the page was full, so that there may be more revocations after the cursor. */
  readonly more: boolean;
}

interface Row {
  readonly horizon: string;
  readonly written_by: string | null;
  readonly watch_session_id: string | null;
  readonly expires_at: Date | null;
}

/**
 * Returns the unexpired revocations committed since `cursor` (0 for all). The new cursor is the oldest
 * transaction that was still running during the read, so that the next call finds the revocations that this
 * transaction commits later.
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

export async function deleteExpiredRevocations(db: Kysely<Database>, now: Date): Promise<void> {
  await db.deleteFrom('watch_revocation').where('expires_at', '<=', now).execute();
}
