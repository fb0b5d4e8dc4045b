import { type Kysely, sql } from 'kysely';

/** The ledger and its checks, prices of coins, exchange rates, and redeem codes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createLedger(db);
  await createLedgerChecks(db);
  await createPrices(db);
  await createRedeemCodes(db);
}

async function createLedger(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table account (
      account_id uuid not null default uuidv7() constraint account_pkey primary key,
      -- 'member:<id>', 'receivable:<member id>', 'escrow:<match_live_id>:<corner>', 'granted', 'sold', …
      name text not null constraint account_name_key unique,
      member_id uuid constraint account_member_key unique,
      -- A house account's balance is the sum of its transfers, because its row would be a hot spot.
      holder text not null default 'house'
        constraint account_holder_check check (holder in ('house', 'member', 'receivable')),
      balance_coins bigint not null default 0,
      created_at timestamptz(3) not null default now(),
      -- For a deleted member's wallet: later coins are moved to 'forfeited'. For a settled bout's escrow: it is empty
      -- and receives no coins.
      closed_at timestamptz(3),
      constraint account_member_name_check
        check (member_id is null or name = 'member:' || member_id::text),
      constraint account_holder_member_check check ((holder = 'member') = (member_id is not null)),
      -- A wallet never falls below zero.
      constraint account_balance_check check (member_id is null or balance_coins >= 0),
      -- Debt from a refund or chargeback that the wallet could not cover: never above zero.
      constraint account_receivable_check check (holder <> 'receivable' or balance_coins <= 0),
      constraint account_closed_check
        check (closed_at is null or member_id is not null or name like 'escrow:%')
    ) with (fillfactor = 70);
    -- No predicate on the balance: each movement would then update all indexes of the row.
    create index account_late_idx on account (account_id) where closed_at is not null;
    -- Settled escrows, which have to stay empty.
    create index account_settled_idx on account (account_id)
      where closed_at is not null and name like 'escrow:%';

    -- No foreign keys: their lookups and locks would be the largest cost of a crowd's gifts, and the escrow's row a hot
    -- spot. Accounts are never deleted, so refuse_unknown_accounts checks once per statement instead.
    create table transfer (
      transfer_id uuid not null default uuidv7() constraint transfer_pkey primary key,
      debit_account_id uuid not null,
      credit_account_id uuid not null,
      amount_coins bigint not null constraint transfer_amount_check check (amount_coins > 0),
      kind text not null constraint transfer_kind_check check (kind <> ''),
      -- A key has one effect for ever: 'grant:sample:<member>'. Collation "C" is cheaper.
      idempotency_key text collate "C" not null constraint transfer_idempotency_key unique
        constraint transfer_idempotency_key_check check (length(idempotency_key) between 1 and 200),
      -- The owner of the wallet that the transfer changed, if any, and the balance after it.
      member_id uuid,
      balance_after_coins bigint
        constraint transfer_balance_after_check check (balance_after_coins >= 0),
      -- The subject of the transfer: { type, id, title_th?, title_en? }.
      about jsonb,
      created_at timestamptz(3) not null default now(),
      -- The writing transaction. Ids are assigned before the commit, so a reader that continues after the last id would
      -- skip rows that are committed late. A bigint, because xid8 has no BRIN operators.
      written_by bigint not null default (pg_current_xact_id()::text::bigint),
      constraint transfer_accounts_check check (debit_account_id <> credit_account_id),
      constraint transfer_history_check check ((member_id is null) = (balance_after_coins is null))
    );
    create index transfer_debit_idx on transfer (debit_account_id, transfer_id desc);
    create index transfer_credit_idx on transfer (credit_account_id, transfer_id desc);
    create index transfer_history_idx on transfer (member_id, transfer_id desc)
      where member_id is not null;
    -- Cheap to maintain: rows arrive in the order of their transactions, and 32 pages share one entry.
    create index transfer_written_idx on transfer using brin (written_by)
      with (pages_per_range = 32, autosummarize = on);

    insert into account (name) values ('granted'), ('sold'), ('forfeited'), ('revenue:gifts'),
      ('revenue:premium'), ('corrections');
  `.execute(db);
}

async function createLedgerChecks(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table ledger_check (
      ledger_check_id uuid not null default uuidv7() constraint ledger_check_pkey primary key,
      scope text not null
        constraint ledger_check_scope_check check (scope in ('full', 'incremental')),
      checked_at timestamptz(3) not null,
      took_ms integer not null constraint ledger_check_took_check check (took_ms >= 0),
      -- As sentences; empty if the ledger is correct.
      faults jsonb not null
    );
    create index ledger_check_at_idx on ledger_check (checked_at desc);
    create index ledger_check_good_idx on ledger_check (scope, checked_at desc) where faults = '[]';

    -- The transfers of transactions before written_before are verified. At most one row (decision 43).
    create table ledger_checkpoint (
      only_one boolean not null default true constraint ledger_checkpoint_pkey primary key
        constraint ledger_checkpoint_one_check check (only_one),
      written_before bigint not null,
      -- A restored dump starts new transaction numbers, which makes the checkpoint of another cluster invalid.
      cluster text not null,
      verified_at timestamptz(3) not null
    );
    -- The sum of an account's verified transfers. No foreign key: a full check writes a row for every account, and
    -- accounts are never deleted.
    create table ledger_checkpoint_balance (
      account_id uuid not null constraint ledger_checkpoint_balance_pkey primary key,
      balance_coins bigint not null
    );
  `.execute(db);
}

async function createPrices(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table coin_package (
      -- The number in the specification.
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
      -- The price of a base coin of a custom amount.
      coin_price_satang bigint not null
        constraint coin_setting_satang_check check (coin_price_satang between 1 and 10000)
    );
    insert into coin_setting (coin_price_satang) values (100);

    -- Append-only. An unchanged attribute has the same value before and after.
    create table coin_price_change (
      coin_price_change_id bigint generated always as identity
        constraint coin_price_change_pkey primary key,
      -- Null: the price of a base coin of a custom amount.
      coin_package_id integer constraint coin_price_change_package_fkey references coin_package,
      price_before_satang bigint not null,
      price_after_satang bigint not null,
      active_before boolean not null,
      active_after boolean not null,
      reason text not null,
      created_by text not null,
      created_at timestamptz(3) not null
    );

    -- Exchange rates are for display only. The rates of a base always have the same day and source.
    create table exchange_rate_sheet (
      base_code text not null constraint exchange_rate_sheet_pkey primary key
        constraint exchange_rate_sheet_base_check check (base_code ~ '^[A-Z]{3}$'),
      as_of timestamptz(3) not null,
      source text not null,
      -- The operator who entered the rates; null: the adapter.
      updated_by text,
      updated_at timestamptz(3) not null
    );
    create table exchange_rate (
      base_code text not null constraint exchange_rate_base_fkey references exchange_rate_sheet,
      code text not null constraint exchange_rate_code_check check (code ~ '^[A-Z]{3}$'),
      -- Units of the currency for one unit of the base.
      rate numeric not null constraint exchange_rate_rate_check check (rate > 0),
      constraint exchange_rate_pkey primary key (base_code, code)
    );
    -- The time of the next fetch, by one node for all.
    create table exchange_rate_check (
      base_code text not null constraint exchange_rate_check_pkey primary key,
      next_at timestamptz(3) not null
    );
  `.execute(db);
}

async function createRedeemCodes(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table redeem_code (
      redeem_code_id uuid not null default uuidv7() constraint redeem_code_pkey primary key,
      -- Normalised for comparison: capitals, Arabic digits, no spaces or hyphens.
      code text not null constraint redeem_code_code_key unique
        constraint redeem_code_code_check check (length(code) between 4 and 64),
      -- For display.
      shown_code text not null,
      -- Codes that were created together have the same batch.
      batch text not null,
      kind text not null constraint redeem_code_kind_check check (kind in ('coin', 'live')),
      amount_coins bigint constraint redeem_code_coins_check check (amount_coins between 1 and 1000000),
      -- The live that a live code unlocks; null: any premium live.
      program_live_id uuid,
      starts_at timestamptz(3),
      expires_at timestamptz(3),
      -- Null: no limit. A one-time code has 1.
      uses_max integer constraint redeem_code_uses_check check (uses_max > 0),
      uses_per_day_max integer constraint redeem_code_day_check check (uses_per_day_max > 0),
      -- Whether a member may use the code once, or once a day.
      per_member text not null
        constraint redeem_code_per_member_check check (per_member in ('once', 'daily')),
      -- Counted only for codes with a limit, so that members do not wait for each other at a code without one.
      used_count integer not null default 0,
      day_on date,
      day_count integer not null default 0,
      note text not null,
      created_by text not null,
      created_at timestamptz(3) not null,
      disabled_at timestamptz(3),
      disabled_by text,
      disabled_reason text,
      constraint redeem_code_gives_check check ((kind = 'coin') = (amount_coins is not null)),
      constraint redeem_code_live_kind_check check (kind = 'live' or program_live_id is null),
      constraint redeem_code_used_check check (uses_max is null or used_count <= uses_max),
      constraint redeem_code_day_used_check
        check (uses_per_day_max is null or day_count <= uses_per_day_max),
      constraint redeem_code_disabled_check check ((disabled_at is null) = (disabled_by is null))
    );
    create index redeem_code_batch_idx on redeem_code (batch, redeem_code_id);

    create table redeem_use (
      redeem_use_id uuid not null constraint redeem_use_pkey primary key,
      redeem_code_id uuid not null constraint redeem_use_code_fkey references redeem_code,
      member_id uuid not null,
      -- HMAC-SHA256 of the member's phone at that time, or of the member's id at the partner.
      holder_hash bytea constraint redeem_use_holder_check check (length(holder_hash) = 32),
      -- 'once', or the day in Bangkok. A member may use the code once per period.
      period text not null,
      amount_coins bigint not null,
      program_live_id uuid,
      used_at timestamptz(3) not null,
      constraint redeem_use_member_key unique (redeem_code_id, member_id, period),
      constraint redeem_use_holder_key unique (redeem_code_id, holder_hash, period)
    );
    create index redeem_use_member_idx on redeem_use (member_id, redeem_use_id desc);
    -- For the uses of a cancelled live, which are returned.
    create index redeem_use_live_idx on redeem_use (program_live_id) where program_live_id is not null;
  `.execute(db);
}
