import { type Kysely, sql } from 'kysely';

/** Checks of the ledger go on from a verified checkpoint (decision 43). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- The writing transaction. Ids are drawn before a commit, so a reader that counts in them would pass over a row that
    -- is committed late. It is a bigint, since xid8 has no BRIN operators. Rows of before get this migration's own, so no
    -- row is rewritten.
    alter table transfer
      add column written_by bigint not null default (pg_current_xact_id()::text::bigint);
    -- A gift pays nearly nothing for it: rows come in the order of their transactions, so 32 pages are one entry.
    create index transfer_written_idx on transfer using brin (written_by)
      with (pages_per_range = 32, autosummarize = on);
    -- Escrows that have to hold nothing, for ever.
    create index account_settled_idx on account (account_id)
      where closed_at is not null and name like 'escrow:%';

    -- Transfers of transactions below written_before are verified; there is one row at most.
    create table ledger_checkpoint (
      only_one boolean not null default true constraint ledger_checkpoint_pkey primary key
        constraint ledger_checkpoint_one_check check (only_one),
      written_before bigint not null,
      -- Transactions are counted anew where a dump is restored: the checkpoint of another cluster says nothing.
      cluster text not null,
      verified_at timestamptz(3) not null
    );
    -- What the verified transfers of an account sum to.
    create table ledger_checkpoint_balance (
      account_id uuid not null constraint ledger_checkpoint_balance_pkey primary key,
      coins bigint not null
    );

    alter table ledger_check
      add column scope text not null default 'full'
        constraint ledger_check_scope_check check (scope in ('full', 'incremental'));
    alter table ledger_check alter column scope drop default;
    create index ledger_check_good_idx on ledger_check (scope, checked_at desc) where faults = '[]';
  `.execute(db);
}
