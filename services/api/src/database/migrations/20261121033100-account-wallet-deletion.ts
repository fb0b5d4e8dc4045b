import { type Kysely, sql } from 'kysely';

/** What remains of deleted accounts, and pictures whose use has ended. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- What deleted members still held, and what comes to them later.
    insert into account (name) values ('forfeited') on conflict do nothing;

    create table deleted_member (
      member_id uuid not null constraint deleted_member_pkey primary key
        constraint deleted_member_member_fkey references member,
      -- HMAC-SHA256: tells that a phone was here before, without telling which phone it was.
      phone_hash bytea constraint deleted_member_phone_check check (length(phone_hash) = 32),
      deleted_at timestamptz(3) not null,
      -- When the traffic data that the law keeps was forgotten too.
      traffic_forgotten_at timestamptz(3)
    );
    create index deleted_member_phone_idx on deleted_member (phone_hash);
    create index deleted_member_due_idx on deleted_member (deleted_at)
      where traffic_forgotten_at is null;

    -- Written with the change that drops a picture, so that its file goes whatever happens in between.
    create table dropped_picture (
      picture text not null constraint dropped_picture_pkey primary key,
      dropped_at timestamptz(3) not null default now()
    );
    create index member_avatar_idx on member (avatar) where avatar is not null;
  `.execute(db);
}
