import { type Kysely, sql } from 'kysely';

/** Sheets are scored some thousand at a time: how far that has come. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table predict_program
      add column scoring_from text,
      add column scoring_after uuid,
      add constraint predict_program_scoring_check check ((scoring_from is null) = (scoring_after is null));
  `.execute(db);
}
