import { type Kysely, sql } from 'kysely';

/** Fighters, their search, cards, bouts, the prediction game, reminders and push messages. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Trusted extensions: the owner of the database may create them.
  await sql`
    create extension if not exists pg_trgm;
    create extension if not exists fuzzystrmatch;
  `.execute(db);
  await createFighters(db);
  await createSearch(db);
  await createCards(db);
  await createPredictions(db);
  await createPush(db);
  await createReminders(db);
}

async function createFighters(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table camp (
      camp_id uuid not null default uuidv7() constraint camp_pkey primary key,
      name_th text not null,
      name_en text not null,
      province_th text not null,
      province_en text not null
    );

    create table division (
      division_id uuid not null default uuidv7() constraint division_pkey primary key,
      name_th text not null,
      name_en text not null,
      weight_pounds_max integer not null constraint division_weight_check check (weight_pounds_max > 0)
    );

    create table fighter (
      fighter_id uuid not null default uuidv7() constraint fighter_pkey primary key,
      camp_id uuid not null constraint fighter_camp_fkey references camp,
      division_id uuid not null constraint fighter_division_fkey references division,
      name_th text not null,
      name_en text not null,
      nickname_th text not null,
      nickname_en text not null,
      province_th text not null,
      province_en text not null,
      stance text not null constraint fighter_stance_check check (stance in ('orthodox', 'southpaw')),
      height_cm integer not null constraint fighter_height_check check (height_cm between 100 and 230),
      weight_pounds integer not null constraint fighter_weight_check check (weight_pounds between 60 and 400),
      born_on date not null
    );
    create index fighter_division_idx on fighter (division_id);
    create index fighter_camp_idx on fighter (camp_id);
    create index fighter_name_idx on fighter (name_en, fighter_id);
    create index fighter_province_idx on fighter (province_en, name_en, fighter_id);

    -- The fighter of each imported line.
    create table fighter_import (
      import_key text not null constraint fighter_import_pkey primary key
        constraint fighter_import_key_check check (length(import_key) between 1 and 64),
      fighter_id uuid not null constraint fighter_import_fighter_fkey references fighter
        constraint fighter_import_fighter_key unique
    );
  `.execute(db);
}

async function createSearch(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- The search words of fighters. The services derive them; a trigger clears them when the fighter changes.
    create table fighter_search (
      fighter_id uuid not null constraint fighter_search_pkey primary key
        constraint fighter_search_fighter_fkey references fighter on delete cascade,
      -- All null: the words have yet to be derived.
      name_en text,
      name_words text,
      place_words text,
      name_sounds text,
      sounds text,
      constraint fighter_search_made_check check (
        num_nulls(name_en, name_words, place_words, name_sounds, sounds) in (0, 5)
      )
    );
    create index fighter_search_due_idx on fighter_search (fighter_id) where sounds is null;
    -- No pending list, because every search would scan it: the table is read far more often than written.
    create index fighter_search_sounds_idx on fighter_search using gin (sounds gin_trgm_ops)
      with (fastupdate = off);

    -- Prefixes of names and nicknames in page order, for short words that match many fighters.
    create table fighter_start (
      start text collate "C" not null,
      fighter_id uuid not null constraint fighter_start_fighter_fkey references fighter on delete cascade,
      constraint fighter_start_pkey primary key (start, fighter_id)
    );
    create index fighter_start_fighter_idx on fighter_start (fighter_id, start);

    -- The distinct sounds of all words in names of fighters, gyms and provinces, to match misspelled words. Unused
    -- words are kept: they match no fighter.
    create table search_word (
      sound text collate "C" not null constraint search_word_pkey primary key
    );
    create index search_word_sound_idx on search_word using gin (sound gin_trgm_ops) with (fastupdate = off);
  `.execute(db);
}

async function createCards(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table promotion (
      promotion_id uuid not null default uuidv7() constraint promotion_pkey primary key,
      name_th text not null,
      name_en text not null
    );

    create table stadium (
      stadium_id uuid not null default uuidv7() constraint stadium_pkey primary key,
      name_th text not null,
      name_en text not null,
      province_th text not null,
      province_en text not null
    );

    create table program (
      program_id uuid not null default uuidv7() constraint program_pkey primary key,
      promotion_id uuid not null constraint program_promotion_fkey references promotion,
      stadium_id uuid not null constraint program_stadium_fkey references stadium,
      title_th text not null,
      title_en text not null,
      starts_at timestamptz(3) not null,
      -- Subscribed calendars accept a change if this number has grown (decision 22).
      revision integer not null default 0,
      revised_at timestamptz(3) not null default now()
    );
    create index program_starts_idx on program (starts_at, program_id);
    create index program_promotion_idx on program (promotion_id, starts_at, program_id);

    create table bout (
      bout_id uuid not null default uuidv7() constraint bout_pkey primary key,
      program_id uuid not null constraint bout_program_fkey references program,
      card_order integer not null constraint bout_order_check check (card_order between 1 and 40),
      main_event boolean not null,
      division_id uuid not null constraint bout_division_fkey references division,
      weight_pounds integer not null constraint bout_weight_check check (weight_pounds between 60 and 400),
      rounds integer not null constraint bout_rounds_check check (rounds between 1 and 12),
      red_fighter_id uuid not null constraint bout_red_fighter_fkey references fighter,
      blue_fighter_id uuid not null constraint bout_blue_fighter_fkey references fighter,
      starts_at timestamptz(3) not null,
      winner text,
      method text,
      result_round integer,
      result_at timestamptz(3),
      revision bigint not null default 0,
      constraint bout_program_order_key unique (program_id, card_order),
      constraint bout_corners_check check (red_fighter_id <> blue_fighter_id),
      constraint bout_result_check check (
        (winner is null and method is null and result_round is null and result_at is null)
        or (result_at is not null and winner is not null and method is not null and (
          (winner in ('red', 'blue') and method in ('decision', 'tko', 'disqualification', 'forfeit'))
          or (winner = 'draw' and method = 'draw')
          or (winner = 'none' and method = 'cancelled')
        ))
      ),
      constraint bout_result_round_check check (result_round between 1 and rounds),
      constraint bout_tko_round_check check (method <> 'tko' or result_round is not null)
    );
    create index bout_red_fighter_idx on bout (red_fighter_id, starts_at desc);
    create index bout_blue_fighter_idx on bout (blue_fighter_id, starts_at desc);
  `.execute(db);
}

async function createPredictions(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Programmes that have predictions or whose first bout began.
    create table predict_program (
      program_id uuid not null constraint predict_program_pkey primary key
        constraint predict_program_program_fkey references program,
      -- Sheets cannot be confirmed or changed after this time.
      closed_at timestamptz(3),
      counted_at timestamptz(3),
      -- The results that the scores are based on. Other results require new scores.
      scored_from text,
      scored_at timestamptz(3),
      -- Sheets are scored in batches: the results in use, and the last member of the last batch.
      scoring_from text,
      scoring_after uuid,
      -- The number of changes after scoring, and how many of them were checked.
      changes integer not null default 0,
      changes_checked integer not null default 0,
      constraint predict_program_scored_check check ((scored_from is null) = (scored_at is null)),
      constraint predict_program_scoring_check check ((scoring_from is null) = (scoring_after is null))
    );
    create index predict_program_open_idx on predict_program (program_id) where scored_at is null;
    create index predict_program_due_idx on predict_program (program_id)
      where scored_at is not null and (changes <> changes_checked or scoring_from is not null);

    -- A bout with its predicted pairing. A substitution creates a new slot, and the old one no longer counts.
    create table predict_slot (
      program_id uuid not null constraint predict_slot_program_fkey references program,
      slot smallint not null constraint predict_slot_check check (slot > 0),
      -- No foreign key: a bout may be deleted, and the slot remains.
      bout_id uuid not null,
      red_fighter_id uuid not null constraint predict_slot_red_fighter_fkey references fighter,
      blue_fighter_id uuid not null constraint predict_slot_blue_fighter_fkey references fighter,
      substitutions integer not null,
      red_picks integer not null default 0,
      draw_picks integer not null default 0,
      blue_picks integer not null default 0,
      constraint predict_slot_pkey primary key (program_id, slot),
      constraint predict_slot_pairing_key
        unique (program_id, bout_id, red_fighter_id, blue_fighter_id, substitutions)
    );

    -- Picks by slot, as small numbers, so that a million sheets are small and scored by lookups. No foreign key to the
    -- programme: each sheet of a crowd would lock the same row.
    create table predict_sheet (
      program_id uuid not null,
      member_id uuid not null,
      picks smallint[] not null,
      confirmed_at timestamptz(3) not null,
      constraint predict_sheet_pkey primary key (program_id, member_id)
    );
    create index predict_sheet_member_idx on predict_sheet (member_id, confirmed_at desc, program_id desc);

    create table predict_board (
      predict_board_id integer generated always as identity constraint predict_board_pkey primary key,
      -- 'program <id>', 'month <YYYY-MM>' or 'all'.
      name text not null constraint predict_board_name_key unique,
      program_id uuid constraint predict_board_program_fkey references program,
      starts_at timestamptz(3),
      members integer not null default 0,
      constraint predict_board_program_check check ((program_id is null) = (starts_at is null))
    );
    create index predict_board_latest_idx on predict_board (starts_at desc) where program_id is not null;

    -- No foreign keys: scoring writes a row per member of a crowd, and each row would look up its board and member.
    create table predict_standing (
      predict_board_id integer not null,
      member_id uuid not null,
      points integer not null,
      winners integer not null,
      sheets integer not null,
      -- The last confirmation, if there are several sheets.
      confirmed_at timestamptz(3) not null,
      -- Begins with the member, so that one index finds a member's rank and all standings. Scoring proceeds by member:
      -- each batch writes to the same few leaves.
      constraint predict_standing_pkey primary key (member_id, predict_board_id)
    );
    create index predict_standing_order_idx on predict_standing
      (predict_board_id, points desc, winners desc, confirmed_at, member_id);

    -- The number of members per points, so that a member's rank is a sum over a few rows.
    create table predict_tally (
      predict_board_id integer not null constraint predict_tally_board_fkey references predict_board,
      points integer not null,
      members integer not null,
      constraint predict_tally_pkey primary key (predict_board_id, points)
    );
  `.execute(db);
}

async function createPush(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table push_subscription (
      push_subscription_id uuid not null default uuidv7() constraint push_subscription_pkey primary key,
      member_id uuid not null,
      -- The session of the browser. Without it, the browser receives no push messages.
      member_session_id uuid not null,
      endpoint text not null,
      endpoint_hash bytea not null constraint push_subscription_endpoint_key unique
        constraint push_subscription_hash_check check (length(endpoint_hash) = 32),
      p256dh bytea not null constraint push_subscription_p256dh_check check (length(p256dh) = 65),
      auth bytea not null constraint push_subscription_auth_check check (length(auth) = 16),
      language text not null constraint push_subscription_language_check check (language in ('TH', 'EN')),
      created_at timestamptz(3) not null
    );
    create index push_subscription_member_idx on push_subscription (member_id, created_at);
    create index push_subscription_session_idx on push_subscription (member_session_id);

    create table push_message (
      push_message_id uuid not null default uuidv7() constraint push_message_pkey primary key,
      push_subscription_id uuid not null
        constraint push_message_subscription_fkey references push_subscription on delete cascade,
      topic text not null,
      -- The subject of the message. The text is made when the message is sent.
      subject jsonb not null,
      urgency text not null constraint push_message_urgency_check check (urgency in ('normal', 'high')),
      expires_at timestamptz(3) not null,
      attempts integer not null default 0,
      next_attempt_at timestamptz(3) not null,
      constraint push_message_topic_key unique (push_subscription_id, topic)
    );
    create index push_message_due_idx on push_message (next_attempt_at);
  `.execute(db);
}

async function createReminders(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- A card or bout with reminders.
    create table reminder_target (
      reminder_target_id uuid not null default uuidv7() constraint reminder_target_pkey primary key,
      program_id uuid not null constraint reminder_target_program_fkey references program on delete cascade,
      bout_id uuid constraint reminder_target_bout_fkey references bout on delete cascade,
      -- The last announced start. A different start is announced again.
      starts_at timestamptz(3) not null,
      cancelled boolean not null default false,
      constraint reminder_target_key unique nulls not distinct (program_id, bout_id)
    );
    create index reminder_target_bout_idx on reminder_target (bout_id);

    create table reminder (
      reminder_target_id uuid not null
        constraint reminder_target_fkey references reminder_target on delete cascade,
      member_id uuid not null,
      leads text[] not null constraint reminder_leads_check
        check (leads <@ array['day', 'hour', 'start'] and cardinality(leads) > 0),
      constraint reminder_pkey primary key (reminder_target_id, member_id)
    );
    create index reminder_member_idx on reminder (member_id);

    -- Reminders to send. The transaction that enqueues the push message deletes the row.
    create table reminder_due (
      reminder_target_id uuid not null,
      kind text not null constraint reminder_due_kind_check
        check (kind in ('day', 'hour', 'start', 'moved', 'cancelled', 'restored')),
      member_id uuid not null,
      constraint reminder_due_pkey primary key (reminder_target_id, kind, member_id),
      constraint reminder_due_reminder_fkey foreign key (reminder_target_id, member_id)
        references reminder on delete cascade
    );
    create index reminder_due_member_idx on reminder_due (reminder_target_id, member_id);
  `.execute(db);
}
