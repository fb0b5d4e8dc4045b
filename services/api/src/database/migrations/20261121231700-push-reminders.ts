import { type Kysely, sql } from 'kysely';

/** Browsers that messages are pushed to, what waits for them, and what members want to be reminded of. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table push_subscription (
      push_subscription_id uuid not null default uuidv7() constraint push_subscription_pkey primary key,
      member_id uuid not null constraint push_subscription_member_fkey references member,
      -- The sign-in on that browser: when it ends, nothing is sent there any more.
      member_session_id uuid not null constraint push_subscription_session_fkey references member_session,
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
      -- What it is about; what it says is asked for when it is sent.
      subject jsonb not null,
      urgency text not null constraint push_message_urgency_check check (urgency in ('normal', 'high')),
      expires_at timestamptz(3) not null,
      attempts integer not null default 0,
      next_attempt_at timestamptz(3) not null,
      constraint push_message_topic_key unique (push_subscription_id, topic)
    );
    create index push_message_due_idx on push_message (next_attempt_at);

    -- A card, or one bout of it, that somebody is reminded of.
    create table reminder_target (
      reminder_target_id uuid not null default uuidv7() constraint reminder_target_pkey primary key,
      program_id uuid not null constraint reminder_target_program_fkey references program on delete cascade,
      bout_id uuid constraint reminder_target_bout_fkey references bout on delete cascade,
      -- When it begins, as its reminders were planned and told; where it was moved since, that is news.
      starts_at timestamptz(3) not null,
      cancelled boolean not null default false,
      constraint reminder_target_key unique nulls not distinct (program_id, bout_id)
    );
    create index reminder_target_bout_idx on reminder_target (bout_id);

    create table reminder (
      reminder_target_id uuid not null
        constraint reminder_target_fkey references reminder_target on delete cascade,
      member_id uuid not null constraint reminder_member_fkey references member,
      leads text[] not null constraint reminder_leads_check
        check (leads <@ array['day', 'hour', 'start'] and cardinality(leads) > 0),
      constraint reminder_pkey primary key (reminder_target_id, member_id)
    );
    create index reminder_member_idx on reminder (member_id);

    -- What is still to be told to whom: gone with the transaction that hands it to the push service's queue.
    create table reminder_due (
      reminder_target_id uuid not null,
      kind text not null constraint reminder_due_kind_check
        check (kind in ('day', 'hour', 'start', 'moved', 'cancelled')),
      member_id uuid not null,
      constraint reminder_due_pkey primary key (reminder_target_id, kind, member_id),
      constraint reminder_due_reminder_fkey foreign key (reminder_target_id, member_id)
        references reminder on delete cascade
    );
    create index reminder_due_member_idx on reminder_due (reminder_target_id, member_id);
  `.execute(db);
}
