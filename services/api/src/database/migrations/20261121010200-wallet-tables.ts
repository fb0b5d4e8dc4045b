import { type Kysely, sql } from 'kysely';

/** The ledger: accounts hold coins, a transfer moves some from one to another and never changes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table account (
      account_id uuid not null default uuidv7() constraint account_pkey primary key,
      -- 'member:<id>', 'granted', 'sold', …
      name text not null constraint account_name_key unique,
      member_id uuid constraint account_member_key unique
        constraint account_member_fkey references member,
      balance_coins bigint not null default 0,
      created_at timestamptz(3) not null default now(),
      constraint account_member_name_check
        check (member_id is null or name = 'member:' || member_id::text),
      -- Whatever the code above it does, a wallet never goes below nothing.
      constraint account_balance_check check (member_id is null or balance_coins >= 0)
    ) with (fillfactor = 70);

    create table transfer (
      transfer_id uuid not null default uuidv7() constraint transfer_pkey primary key,
      debit_account_id uuid not null constraint transfer_debit_fkey references account,
      credit_account_id uuid not null constraint transfer_credit_fkey references account,
      amount_coins bigint not null constraint transfer_amount_check check (amount_coins > 0),
      kind text not null constraint transfer_kind_check check (kind <> ''),
      -- One effect for one key, for ever: 'grant:sample:<member>'.
      idempotency_key text not null constraint transfer_idempotency_key unique
        constraint transfer_idempotency_key_check check (length(idempotency_key) between 1 and 200),
      created_at timestamptz(3) not null default now(),
      constraint transfer_accounts_check check (debit_account_id <> credit_account_id)
    );
    create index transfer_debit_idx on transfer (debit_account_id, transfer_id desc);
    create index transfer_credit_idx on transfer (credit_account_id, transfer_id desc);

    create function refuse_transfer_change() returns trigger language plpgsql as $$
      begin
        raise exception 'a transfer is immutable: correct it by another transfer';
      end
    $$;
    create trigger transfer_immutable before update or delete on transfer
      for each row execute function refuse_transfer_change();

    insert into account (name) values ('granted'), ('sold');
  `.execute(db);
}
