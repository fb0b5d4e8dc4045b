import { type Kysely, sql } from 'kysely';

/** The periods in which channels had video, and refunds of unlocks whose live failed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table picture_period (
      channel_id text not null constraint picture_period_channel_fkey references channel,
      began_at timestamptz(3) not null,
      ended_at timestamptz(3) not null,
      constraint picture_period_pkey primary key (channel_id, began_at),
      constraint picture_period_order_check check (began_at <= ended_at)
    );

    create table outage_refund (
      -- Chosen by the console, so that a repeated call is the same refund.
      outage_refund_id uuid not null constraint outage_refund_pkey primary key,
      -- A live is refunded once, for ever.
      program_live_id uuid not null constraint outage_refund_live_key unique
        constraint outage_refund_live_fkey references program_live,
      -- The gaps that were measured when the refund was ordered.
      measured jsonb not null,
      refunded_coins bigint not null constraint outage_refund_coins_check check (refunded_coins > 0),
      members integer not null constraint outage_refund_members_check check (members > 0),
      reason text not null constraint outage_refund_reason_check check (reason <> ''),
      created_by text not null constraint outage_refund_by_check check (created_by <> ''),
      created_by_staff_id uuid not null constraint outage_refund_author_fkey references staff (staff_id),
      created_at timestamptz(3) not null,
      -- When the last member had the coins.
      finished_at timestamptz(3)
    );
    create index outage_refund_author_idx on outage_refund (created_by_staff_id);

    create table outage_refund_member (
      program_live_id uuid not null
        constraint outage_refund_member_refund_fkey references outage_refund (program_live_id),
      member_id uuid not null constraint outage_refund_member_member_fkey references member,
      paid_coins bigint not null constraint outage_refund_member_coins_check check (paid_coins > 0),
      -- How long the picture was away while the member watched.
      missed_ms integer not null constraint outage_refund_member_missed_check check (missed_ms > 0),
      -- Null until the coins have moved.
      refunded_at timestamptz(3),
      constraint outage_refund_member_pkey primary key (program_live_id, member_id)
    );
    create index outage_refund_member_member_idx on outage_refund_member (member_id);
  `.execute(db);
}
