import { type Kysely, sql } from 'kysely';

/** How often somebody has tried a PIN or a password lately: on disk, so that neither a restart nor a node forgets. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table guess_count (
      -- SHA-256 of what is guessed, whose it is, and who tries.
      guess_key bytea not null constraint guess_count_pkey primary key
        constraint guess_count_key_check check (length(guess_key) = 32),
      guesses integer not null constraint guess_count_guesses_check check (guesses >= 0),
      ends_at timestamptz(3) not null
    );
    create index guess_count_ends_idx on guess_count (ends_at);
  `.execute(db);
}
