import { type Kysely, sql } from 'kysely';

/** What members follow, and the notices of their notification centre (decision 118). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table follow (
      follow_id uuid not null default uuidv7() constraint follow_pkey primary key,
      member_id uuid not null constraint follow_member_fkey references member,
      -- Exactly one of the three is set.
      fighter_id uuid constraint follow_fighter_fkey references fighter on delete cascade,
      camp_id uuid constraint follow_camp_fkey references camp on delete cascade,
      promotion_id uuid constraint follow_promotion_fkey references promotion on delete cascade,
      created_at timestamptz(3) not null,
      constraint follow_subject_check check (num_nonnulls(fighter_id, camp_id, promotion_id) = 1),
      constraint follow_once_key unique nulls not distinct (member_id, fighter_id, camp_id, promotion_id)
    );
    -- The followers of one subject, in the order in which their notices are written.
    create index follow_fighter_idx on follow (fighter_id, member_id) where fighter_id is not null;
    create index follow_camp_idx on follow (camp_id) where camp_id is not null;
    create index follow_promotion_idx on follow (promotion_id) where promotion_id is not null;

    create table notice (
      notice_id uuid not null default uuidv7() constraint notice_pkey primary key,
      member_id uuid not null constraint notice_member_fkey references member,
      -- Names the event, such as order:<id>:paid. A repeated job writes no second notice of it.
      notice_key text not null constraint notice_key_check check (length(notice_key) between 1 and 200),
      -- The kind and the facts at the time of the event. A result is read when the notice is shown.
      about jsonb not null,
      created_at timestamptz(3) not null,
      read_at timestamptz(3),
      constraint notice_once_key unique (member_id, notice_key)
    );
    create index notice_member_idx on notice (member_id, notice_id desc);
    create index notice_unread_idx on notice (member_id) where read_at is null;
    create index notice_created_idx on notice (created_at);
  `.execute(db);
}
