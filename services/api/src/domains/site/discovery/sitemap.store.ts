import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../schema/database.ts';
import type { SitemapPage } from './sitemap-rules.ts';

export class SitemapStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async countPages(): Promise<number> {
    const { rows } = await sql<{ pages: string }>`
      select (select count(*) from program_live) + (select count(*) from program)
        + (select count(*) from fighter) as pages`.execute(this.#db);
    return Number(rows[0]?.pages ?? 0);
  }

  /** Reads a range of pages in a fixed order: lives, newest first; cards, newest first; fighters. */
  async findPages(offset: number, limit: number): Promise<SitemapPage[]> {
    const { rows } = await sql<SitemapPage>`
      select path, changed_at as "changedAt" from (
        select 1 as kind, '/live/' || program_live_id as path, revised_at as changed_at,
          program_live_id as id
        from program_live join program using (program_id)
        union all
        select 2, '/program?card=' || program_id, revised_at, program_id from program
        union all
        select 3, '/history/boxer_detail?id=' || fighter_id, null, fighter_id from fighter
      ) as page
      order by kind, id desc
      offset ${offset} limit ${limit}`.execute(this.#db);
    return rows;
  }
}
