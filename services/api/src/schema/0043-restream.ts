import { type Kysely, sql } from 'kysely';

/** Servers to which the stream of a channel is forwarded. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table restream_target (
      restream_target_id uuid not null default uuidv7() constraint restream_target_pkey primary key,
      channel_id text not null constraint restream_target_channel_fkey references channel,
      name text not null constraint restream_target_name_check check (name <> ''),
      url text not null,
      -- The stream key, encrypted with a key derived from TOKEN_SECRET.
      sealed_key bytea not null,
      is_enabled boolean not null default false,
      created_at timestamptz(3) not null,
      created_by text not null constraint restream_target_by_check check (created_by <> ''),
      updated_at timestamptz(3) not null,
      updated_by text not null,
      -- What the media process of the channel last reported; null: nothing since the target was switched on.
      reported_at timestamptz(3),
      state text constraint restream_target_state_check
        check (state in ('connecting', 'sending', 'retrying')),
      state_since timestamptz(3),
      failure text,
      bitrate_bps integer
    );
    create index restream_target_channel_idx on restream_target (channel_id);
  `.execute(db);
}
