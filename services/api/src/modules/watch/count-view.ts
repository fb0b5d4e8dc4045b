import { randomInt } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../database/database.ts';

/** Rows that a stream's views are counted in: who counts at once seldom waits for each other. */
const SLOTS = 8;

/**
 * Counts a view, once for a viewer and stream.
 *
 * @param viewer `member:<id>`, or `device:<hash>` of a visitor's browser
 * @returns the views so far, this one included
 */
export async function countView(
  db: Kysely<Database>,
  matchLiveStreamId: string,
  viewer: string,
  now: Date,
): Promise<number> {
  const { rows } = await sql<{ views: number }>`
    with viewed as (
      insert into stream_view (match_live_stream_id, viewer, viewed_at)
      values (${matchLiveStreamId}, ${viewer}, ${now}) on conflict do nothing
      returning match_live_stream_id
    ), counted as (
      insert into stream_view_count as total (match_live_stream_id, slot, views)
      select match_live_stream_id, ${randomInt(SLOTS)}::smallint, 1 from viewed
      on conflict (match_live_stream_id, slot) do update set views = total.views + 1
    )
    select (coalesce(sum(views), 0) + (select count(*) from viewed))::bigint as views
    from stream_view_count where match_live_stream_id = ${matchLiveStreamId}
  `.execute(db);
  return rows[0]?.views ?? 0;
}
