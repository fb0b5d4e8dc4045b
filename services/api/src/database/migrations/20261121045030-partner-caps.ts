import { type Kysely, sql } from 'kysely';

/** What partners' members may buy for on their partner's account in a day. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table partner_system
      -- All its members together, in a day of Bangkok.
      add column satang_per_day_max bigint not null default 100000000
        constraint partner_system_day_check check (satang_per_day_max >= 0),
      -- One of its members.
      add column member_satang_per_day_max bigint not null default 500000
        constraint partner_system_member_day_check check (member_satang_per_day_max >= 0);
  `.execute(db);
}
