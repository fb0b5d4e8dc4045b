import { type Kysely, sql } from 'kysely';

/** Fans' scorecards, the bells that lock their rounds, and the judges' cards (decision 135). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table bout
      -- The totals of the three judges, as [{"red": 49, "blue": 48}, …].
      add column judges jsonb,
      add column judged_at timestamptz(3),
      add constraint bout_judges_check check ((judges is null) = (judged_at is null));

    -- The first bell of each round of a bout. A stopped clock moves the start of the round, but not its bell.
    create table round_bell (
      match_live_id uuid not null constraint round_bell_bout_fkey references match_live on delete cascade,
      round_number smallint not null constraint round_bell_number_check check (round_number between 1 and 12),
      rang_at timestamptz(3) not null,
      constraint round_bell_pkey primary key (match_live_id, round_number)
    );

    -- A member's score of one round, by the ten-point must system.
    create table round_score (
      member_id uuid not null constraint round_score_member_fkey references member,
      match_live_id uuid not null constraint round_score_bout_fkey references match_live on delete cascade,
      round_number smallint not null constraint round_score_number_check check (round_number between 1 and 12),
      red_points smallint not null,
      blue_points smallint not null,
      scored_at timestamptz(3) not null,
      constraint round_score_pkey primary key (member_id, match_live_id, round_number),
      constraint round_score_points_check
        check (greatest(red_points, blue_points) = 10 and least(red_points, blue_points) between 7 and 10)
    );
    create index round_score_bout_idx on round_score (match_live_id);
    create index round_score_scored_idx on round_score (scored_at);

    -- The number of members per score of a round, so that the crowd's card is read without reading the members' scores.
    create table crowd_score (
      match_live_id uuid not null constraint crowd_score_bout_fkey references match_live on delete cascade,
      round_number smallint not null,
      red_points smallint not null,
      blue_points smallint not null,
      cards integer not null,
      constraint crowd_score_pkey primary key (match_live_id, round_number, red_points, blue_points)
    );
  `.execute(db);
}
