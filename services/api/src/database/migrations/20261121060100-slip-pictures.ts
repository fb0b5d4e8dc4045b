import { type Kysely, sql } from 'kysely';

/** Pictures of slips stand in the database: any node shows what another one took, and one backup holds both. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table payment_slip_picture (
      payment_slip_id uuid not null constraint payment_slip_picture_pkey primary key
        constraint payment_slip_picture_slip_fkey references payment_slip,
      -- WebP, which PostgreSQL cannot make any smaller.
      picture bytea not null
        constraint payment_slip_picture_size_check check (octet_length(picture) between 1 and 8388608)
    );
    alter table payment_slip_picture alter column picture set storage external;
    create index payment_slip_sent_idx on payment_slip (sent_at) where status = 'sent';
  `.execute(db);
}
