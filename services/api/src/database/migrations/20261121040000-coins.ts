import { type Kysely, sql } from 'kysely';

/** What a wallet's history tells; debts of wallets; keys that have one effect for ever. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table account
      -- Whose balance is kept in its row. A balance that many calls would wait for is summed instead.
      add column holder text not null default 'house'
        constraint account_holder_check check (holder in ('house', 'member', 'receivable'));
    update account set holder = 'member' where member_id is not null;
    alter table account
      add constraint account_holder_member_check check ((holder = 'member') = (member_id is not null)),
      -- What a refund or chargeback could not take back is owed: never more than nothing.
      add constraint account_receivable_check check (holder <> 'receivable' or balance_coins <= 0);

    alter table transfer
      -- The wallet that it moved, if it moved one, and what that held right after.
      add column member_id uuid constraint transfer_member_fkey references member,
      add column balance_after_coins bigint
        constraint transfer_balance_after_check check (balance_after_coins >= 0),
      -- What it was for: { type, id, title_th?, title_en? }.
      add column about jsonb;
    alter table transfer disable trigger transfer_immutable;
    update transfer set member_id = line.member_id, balance_after_coins = line.balance_after
    from (
      select transfer_id, account.member_id,
        sum(case when credit_account_id = account_id then amount_coins else -amount_coins end)
          over (partition by account_id order by transfer_id) as balance_after
      from transfer join account on account_id in (debit_account_id, credit_account_id)
      where account.member_id is not null
    ) as line
    where line.transfer_id = transfer.transfer_id;
    alter table transfer enable trigger transfer_immutable;
    alter table transfer
      add constraint transfer_history_check check ((member_id is null) = (balance_after_coins is null));
    create index transfer_history_idx on transfer (member_id, transfer_id desc)
      where member_id is not null;

    insert into account (name) values ('revenue:gifts'), ('revenue:premium') on conflict do nothing;

    create table idempotency_key (
      member_id uuid not null constraint idempotency_key_member_fkey references member,
      operation text not null,
      idempotency_key uuid not null,
      -- SHA-256 of what was asked: the same key with other contents is refused.
      request_hash bytea not null
        constraint idempotency_key_hash_check check (length(request_hash) = 32),
      -- The first answer, which every repetition gets.
      answer jsonb not null,
      created_at timestamptz(3) not null default now(),
      constraint idempotency_key_pkey primary key (member_id, operation, idempotency_key)
    );
  `.execute(db);
}
