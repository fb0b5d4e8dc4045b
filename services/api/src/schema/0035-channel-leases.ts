import { type Kysely, sql } from 'kysely';

/**
 * Leases of channels for any number of media processes. A channel belongs to the media process that its encoder
 * connected to.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- A media process with its data folder. A process that is started again on the folder is the same origin.
    create table media_origin (
      media_origin_id uuid not null constraint media_origin_pkey primary key,
      -- Where API nodes reach it; empty: only the node that has it as MEDIA_INTERNAL_URL.
      origin_url text not null,
      -- The next report is due before this time, by the clock of the database.
      expires_at timestamptz(3) not null
    ) with (fillfactor = 50);

    -- Which origin publishes a channel. Kept after its expiry, because the numbers of its playlists continue.
    create table channel_lease (
      channel_id text not null constraint channel_lease_pkey primary key
        constraint channel_lease_channel_fkey references channel on delete cascade,
      media_origin_id uuid not null
        constraint channel_lease_origin_fkey references media_origin on delete cascade,
      -- One start of the origin's process.
      media_process_id uuid not null,
      -- Grows with each claim. A process with an older one no longer publishes the channel.
      fence integer not null,
      -- Highest numbers that the playlists of the channel have used.
      discontinuity integer not null,
      media_sequence integer not null,
      -- Its publisher gives way to any other.
      is_standby boolean not null,
      -- By the clock of the database; another origin may claim the channel from then on.
      expires_at timestamptz(3) not null
    ) with (fillfactor = 50);
    create index channel_lease_origin_idx on channel_lease (media_origin_id);
  `.execute(db);
}
