import { randomInt } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../schema/database.ts';

/** Number of counter rows per stream. With several rows, concurrent views seldom lock the same row. */
const SLOTS = 8;

export interface CountedView {
  readonly views: number;
  readonly isNew: boolean;
}

/**
 * Counts a view, once per viewer and stream.
 *
 * @param viewer `member:<id>`, or `visitor:<hash>`; `null` only reads the count
 * @returns the total views of the stream, including this view
 */
export async function countView(
  db: Kysely<Database>,
  matchLiveStreamId: string,
  viewer: string | null,
  now: Date,
): Promise<CountedView> {
  const { rows } = await sql<{ views: number; is_new: boolean }>`
    with viewed as (
      insert into stream_view (match_live_stream_id, viewer, viewed_at)
      select ${matchLiveStreamId}::uuid, ${viewer}::text, ${now}::timestamptz
      where ${viewer}::text is not null
      on conflict do nothing
      returning match_live_stream_id
    ), counted as (
      insert into stream_view_count as total (match_live_stream_id, slot, views)
      select match_live_stream_id, ${randomInt(SLOTS)}::smallint, 1 from viewed
      on conflict (match_live_stream_id, slot) do update set views = total.views + 1
    )
    select (coalesce(sum(views), 0) + (select count(*) from viewed))::bigint as views,
      exists (select from viewed) as is_new
    from stream_view_count where match_live_stream_id = ${matchLiveStreamId}
  `.execute(db);
  return { views: rows[0]?.views ?? 0, isNew: rows[0]?.is_new === true };
}

/** Deletes the records of visitors who were counted before `before`. Their views stay counted. */
export async function deleteVisitorViews(db: Kysely<Database>, before: Date): Promise<void> {
  await db
    .deleteFrom('stream_view')
    .where('viewer', 'not like', 'member:%')
    .where('viewed_at', '<', before)
    .execute();
}
