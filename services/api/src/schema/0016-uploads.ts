import { type Kysely, sql } from 'kysely';

/** Uploaded photos of fighters and cards. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- An uploaded picture with its crop. Its files are encoded by a job.
    create table photo (
      photo_id uuid not null default uuidv7() constraint photo_pkey primary key,
      fighter_id uuid constraint photo_fighter_fkey references fighter
        constraint photo_fighter_key unique,
      program_id uuid constraint photo_program_fkey references program
        constraint photo_program_key unique,
      -- Counts changes by operators, so that a stale edit is refused.
      version integer not null default 1,
      -- The version whose files fans see; 0: none yet.
      encoded_version integer not null default 0,
      -- Folder of the original, by the hash of its bytes.
      original_folder text not null,
      width_px integer not null,
      height_px integer not null,
      crop_left_px integer not null,
      crop_top_px integer not null,
      crop_width_px integer not null,
      crop_height_px integer not null,
      focus_x_percent integer not null,
      focus_y_percent integer not null,
      -- What fans see: path of the files and the point to keep in view. Null: the drawing.
      shown jsonb,
      updated_by text not null,
      updated_at timestamptz(3) not null default now(),
      constraint photo_owner_check check (num_nonnulls(fighter_id, program_id) = 1),
      constraint photo_crop_check check (
        crop_left_px >= 0 and crop_top_px >= 0 and crop_width_px > 0 and crop_height_px > 0
        and crop_left_px + crop_width_px <= width_px and crop_top_px + crop_height_px <= height_px
      ),
      constraint photo_focus_check check (
        focus_x_percent between 0 and 100 and focus_y_percent between 0 and 100
      )
    );

    -- Folders that were replaced. They are removed after a while, because open pages still name them.
    create table dropped_photo_folder (
      folder text not null constraint dropped_photo_folder_pkey primary key,
      dropped_at timestamptz(3) not null default now()
    );
    create index dropped_photo_folder_dropped_idx on dropped_photo_folder (dropped_at);
  `.execute(db);
}
