import { type Kysely, sql } from 'kysely';

/** Playback quality and script errors that pages report, and outages that operators confirm (decision 134). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Reports of players, by the minute in which the reported window ended.
    create table playback_minute (
      program_live_id uuid not null constraint playback_minute_live_fkey references program_live,
      minute timestamptz(3) not null,
      transport text not null
        constraint playback_minute_transport_check check (transport in ('hls', 'native', 'webrtc')),
      -- Height of the rendition in pixels; 0: unknown.
      height integer not null constraint playback_minute_height_check check (height >= 0),
      -- Sessions that showed a first frame.
      joined bigint not null,
      watched_ms bigint not null,
      stalls bigint not null,
      stall_ms bigint not null,
      -- Sessions that stalled for the first time.
      stalled bigint not null,
      -- Counts of join times and of latencies, by the buckets of telemetry-rules.ts.
      join_counts bigint[] not null,
      latency_counts bigint[] not null,
      constraint playback_minute_pkey primary key (program_live_id, minute, transport, height)
    );
    create index playback_minute_minute_idx on playback_minute (minute);

    create table playback_failure (
      program_live_id uuid not null constraint playback_failure_live_fkey references program_live,
      minute timestamptz(3) not null,
      outcome text not null
        constraint playback_failure_outcome_check check (outcome in ('never_started', 'failed')),
      code text not null,
      sessions bigint not null constraint playback_failure_sessions_check check (sessions > 0),
      constraint playback_failure_pkey primary key (program_live_id, minute, outcome, code)
    );
    create index playback_failure_minute_idx on playback_failure (minute);

    -- Sessions whose picture stood still or moved, at most one of each address in a minute.
    create table playback_signal (
      program_live_id uuid not null constraint playback_signal_live_fkey references program_live,
      minute timestamptz(3) not null,
      stopped bigint not null,
      playing bigint not null,
      constraint playback_signal_pkey primary key (program_live_id, minute)
    );
    create index playback_signal_minute_idx on playback_signal (minute);

    create table page_fault (
      hour timestamptz(3) not null,
      page text not null,
      class text not null,
      build text not null,
      -- File, line and column in our own scripts.
      place text not null,
      faults bigint not null constraint page_fault_faults_check check (faults > 0),
      constraint page_fault_pkey primary key (hour, page, class, build, place)
    );

    -- Flushes that are contained in the tables above, so that a repeated flush counts once.
    create table telemetry_flush (
      telemetry_flush_id uuid not null constraint telemetry_flush_pkey primary key,
      created_at timestamptz(3) not null default now()
    );

    -- Periods that players reported as stopped and that an operator confirmed as an outage.
    create table outage_confirmation (
      program_live_id uuid not null constraint outage_confirmation_live_fkey references program_live,
      began_at timestamptz(3) not null,
      ended_at timestamptz(3) not null,
      sessions integer not null constraint outage_confirmation_sessions_check check (sessions > 0),
      reason text not null constraint outage_confirmation_reason_check check (reason <> ''),
      created_by text not null constraint outage_confirmation_by_check check (created_by <> ''),
      created_by_staff_id uuid not null constraint outage_confirmation_author_fkey references staff (staff_id),
      created_at timestamptz(3) not null,
      constraint outage_confirmation_pkey primary key (program_live_id, began_at),
      constraint outage_confirmation_order_check check (began_at < ended_at)
    );
    create index outage_confirmation_author_idx on outage_confirmation (created_by_staff_id);
  `.execute(db);
}
