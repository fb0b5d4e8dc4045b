import { type Kysely, sql } from 'kysely';

/** What coins are sold in and for. The packages are part of the schema: a site without them has nothing to sell. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table coin_package (
      -- The specification's number.
      coin_package_id integer not null constraint coin_package_pkey primary key,
      name text not null,
      base_coins bigint not null constraint coin_package_base_check check (base_coins > 0),
      bonus_coins bigint not null constraint coin_package_bonus_check check (bonus_coins >= 0),
      price_satang bigint not null
        constraint coin_package_price_check check (price_satang between 1 and 100000000),
      is_active boolean not null default true,
      position integer not null constraint coin_package_position_key unique
    );
    insert into coin_package (coin_package_id, name, base_coins, bonus_coins, price_satang, position)
    select id, received || ' coins', base, received - base, base * 100, row_number() over (order by base)
    from (values
      (10, 39, 39), (2, 49, 49), (16, 69, 69), (3, 89, 89), (13, 109, 109), (15, 129, 129),
      (14, 149, 149), (4, 199, 199), (5, 305, 300), (6, 510, 500), (7, 1030, 1000),
      (8, 1550, 1500), (9, 3150, 3000), (11, 5300, 5000), (12, 11000, 10000)
    ) as offered (id, received, base);

    create table coin_setting (
      only_one boolean not null default true constraint coin_setting_pkey primary key
        constraint coin_setting_only_one_check check (only_one),
      -- Of a base coin of a custom amount.
      satang_per_coin bigint not null
        constraint coin_setting_satang_check check (satang_per_coin between 1 and 10000)
    );
    insert into coin_setting (satang_per_coin) values (100);

    -- Rows are only ever added.
    create table coin_price_change (
      coin_price_change_id bigint generated always as identity
        constraint coin_price_change_pkey primary key,
      -- Null: of a base coin of a custom amount.
      coin_package_id integer constraint coin_price_change_package_fkey references coin_package,
      -- What a change leaves as it is stands in both.
      satang_before bigint not null,
      satang_after bigint not null,
      active_before boolean not null,
      active_after boolean not null,
      reason text not null,
      changed_by text not null,
      changed_at timestamptz(3) not null
    );
  `.execute(db);
}
