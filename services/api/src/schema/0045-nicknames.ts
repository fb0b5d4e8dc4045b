import { type Kysely, sql } from 'kysely';

/** The names that members choose for the chat and the rankings (decision 119). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table member_nickname (
      member_id uuid not null constraint member_nickname_pkey primary key
        constraint member_nickname_member_fkey references member,
      -- Null: removed by the member or reset by staff. The row stays, because a change has to wait for seven days.
      nickname text constraint member_nickname_length_check check (char_length(nickname) <= 96),
      -- The nickname without case, accents and confusable letters. Two members never have the same one.
      nickname_key text constraint member_nickname_key_key unique,
      changed_at timestamptz(3) not null,
      constraint member_nickname_key_check check ((nickname is null) = (nickname_key is null))
    ) with (fillfactor = 80);
  `.execute(db);
}
