import { type Kysely, sql } from 'kysely';

/** Recordings of lives in the object storage, from which their replays are served. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Days for which the replay is kept after the live; null: RECORDING_DAYS; 0: the live is not recorded.
    alter table program_live add column replay_days integer
      constraint program_live_replay_days_check check (replay_days between 0 and 3650);

    -- The recording of one channel of a live.
    create table recording (
      recording_id uuid not null default uuidv7() constraint recording_pkey primary key,
      -- No cascade: the objects have to be removed first.
      program_live_id uuid not null
        constraint recording_live_fkey references program_live,
      channel_id text not null constraint recording_channel_fkey references channel,
      -- Pictures from this time on belong to it.
      started_at timestamptz(3) not null,
      -- When the media process had sent everything; null until then.
      completed_at timestamptz(3),
      -- When it was deleted or expired. It is not served from then on, and its objects are being removed.
      removed_at timestamptz(3),
      bytes bigint not null default 0 constraint recording_bytes_check check (bytes >= 0),
      constraint recording_live_key unique (program_live_id, channel_id)
    ) with (fillfactor = 50);
    create index recording_channel_idx on recording (channel_id);

    -- A run of a rendition without a discontinuity, with its initialisation segment.
    create table recording_period (
      recording_id uuid not null
        constraint recording_period_recording_fkey references recording on delete cascade,
      -- Below the address of the channel, such as 720p; empty: the stream itself.
      folder text not null,
      -- Number of its first segment.
      first_sequence integer not null,
      discontinuity integer not null,
      init bytea not null constraint recording_period_init_check check (length(init) <= 65536),
      codecs text not null,
      -- Null for sound.
      width integer,
      height integer,
      frame_rate real,
      constraint recording_period_pkey primary key (recording_id, folder, first_sequence)
    );

    -- Consecutive segments of a rendition, joined into one object of the storage.
    create table recording_object (
      recording_id uuid not null,
      folder text not null,
      -- Numbers of its first and last segment.
      first_sequence integer not null,
      last_sequence integer not null,
      period_sequence integer not null,
      -- No foreign key: an origin that never came back is forgotten before its recordings.
      media_origin_id uuid not null,
      bytes integer not null constraint recording_object_bytes_check check (bytes > 0),
      -- Wall clock of the first picture.
      starts_at timestamptz(3) not null,
      -- Of each segment: start after starts_at in milliseconds, decoding time and listed duration in microseconds, bytes.
      segments jsonb not null,
      constraint recording_object_pkey primary key (recording_id, folder, first_sequence),
      constraint recording_object_period_fkey foreign key (recording_id, folder, period_sequence)
        references recording_period on delete cascade,
      constraint recording_object_numbers_check check (last_sequence >= first_sequence)
    );
    create index recording_object_period_idx
      on recording_object (recording_id, folder, period_sequence);
  `.execute(db);
}
