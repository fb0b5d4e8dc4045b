import { type Kysely, sql } from 'kysely';

/**
 * Gifts of bouts in the ledger: held in escrows, given back or kept. Each is one call for many members, so that a
 * crowd's coins move at the price of a commit. An escrow's balance is the sum of its transfers, so that no row is hot.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- An escrow is closed when its bout is settled: nothing comes to it any more, and it holds nothing.
    alter table account
      drop constraint account_closed_check,
      add constraint account_closed_check
        check (closed_at is null or member_id is not null or name like 'escrow:%');
    -- An index whose predicate names the balance would have every movement write to all indexes of the row.
    drop index account_late_idx;
    create index account_late_idx on account (account_id) where closed_at is not null;

    -- Keys are compared byte by byte: the language's order is nobody's need here, and costs.
    alter table transfer alter column idempotency_key type text collate "C";
    -- The foreign keys of transfer cost a crowd's gifts more than all else: a look and a lock for each of them, and the escrow's
    -- row hot. An account stays for ever, so it is enough to look once a statement, for all of its transfers.
    alter table transfer
      drop constraint transfer_debit_fkey, drop constraint transfer_credit_fkey, drop constraint transfer_member_fkey;
    create function refuse_unknown_accounts() returns trigger language plpgsql
    set plan_cache_mode = force_generic_plan
    set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
    as $$
      begin
        if exists (
          select from added
          left join account as debit on debit.account_id = added.debit_account_id
          left join account as credit on credit.account_id = added.credit_account_id
          left join account as wallet on wallet.member_id = added.member_id
          where debit.account_id is null or credit.account_id is null
            or (wallet.account_id is null and added.member_id is not null)
        ) then
          raise exception 'a transfer goes between accounts that are there' using errcode = 'foreign_key_violation';
        end if;
        return null;
      end
    $$;
    create trigger transfer_accounts after insert on transfer referencing new table as added
      for each statement execute function refuse_unknown_accounts();
    create function refuse_account_end() returns trigger language plpgsql as $$
      begin
        raise exception 'an account stays for ever: close it';
      end
    $$;
    create trigger account_stays before delete or update of account_id on account
      for each row execute function refuse_account_end();

    create function open_escrow(of_match uuid, corner text) returns uuid language plpgsql as $$
      declare
        found_id uuid;
        called constant text := 'escrow:' || of_match::text || ':' || corner;
      begin
        select account_id into found_id from account where name = called;
        if found_id is null then
          insert into account (name) values (called) on conflict on constraint account_name_key do nothing;
          select account_id into strict found_id from account where name = called;
        end if;
        return found_id;
      end
    $$;

    -- Holds gifts, one a line, each once for its key for ever. A line is as follows:
    --   held      the coins are in the escrow now
    --   known     they were before: the same key for the same coins
    --   conflict  the key stands for something else
    --   closed, owing, short   nothing moved: the bout takes no gifts, the member owes coins, or has too few
    -- A line whose member has no wallet is left out. Lines of one member go one after the other, in their order.
    create function hold_gifts(
      of_match uuid, what jsonb, is_open boolean,
      members uuid[], corners text[], amounts bigint[], keys text[]
    ) returns table (line integer, outcome text, transfer_id uuid, balance_after bigint)
    language plpgsql
    -- Plans are kept, and made when tables may be empty: they go by indexes, however many lines a call has.
    set plan_cache_mode = force_generic_plan
    set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
    as $$
      #variable_conflict use_column
      declare
        red uuid := open_escrow(of_match, 'red');
        blue uuid := open_escrow(of_match, 'blue');
        may_hold boolean;
        asked record;
        first integer;
        owner uuid;
        held bigint := 0;
        lines integer[] := '{}';
        outcomes text[] := '{}';
        ids uuid[] := '{}';
        balances bigint[] := '{}';
        line_keys text[] := '{}';
        escrows uuid[] := '{}';
        wallets uuid[] := '{}';
        owners uuid[] := '{}';
        sums bigint[] := '{}';
      begin
        select is_open and bool_and(closed_at is null) into may_hold
          from account where account_id in (red, blue);
        -- In one order, as everybody who locks several; what is read after it nobody changes.
        perform 1 from account where member_id = any(members) order by account_id for no key update;
        for asked in
          select l.line::integer as line, l.key, l.amount,
            case l.corner when 'red' then red when 'blue' then blue end as escrow,
            w.account_id, w.member_id, w.balance_coins, w.closed_at is not null as is_gone,
            d.account_id is not null as owes,
            row_number() over (partition by l.key order by l.line) as turn,
            t.transfer_id, t.balance_after_coins,
            t.debit_account_id = w.account_id and t.amount_coins = l.amount
              and t.credit_account_id = case l.corner when 'red' then red else blue end as is_same
          from unnest(members, corners, amounts, keys) with ordinality as l (member, corner, amount, key, line)
          join account w on w.member_id = l.member
          left join account d on d.name = 'receivable:' || l.member::text and d.balance_coins < 0
          left join transfer t on t.idempotency_key = l.key
          order by w.account_id, l.line
        loop
          if asked.account_id is distinct from owner then
            owner := asked.account_id;
            held := asked.balance_coins;
          end if;
          lines := lines || asked.line;
          line_keys := line_keys || asked.key;
          escrows := escrows || asked.escrow;
          wallets := wallets || asked.account_id;
          owners := owners || asked.member_id;
          sums := sums || asked.amount;
          first := case when asked.turn > 1 then array_position(line_keys, asked.key) end;
          if asked.transfer_id is not null then
            outcomes := outcomes || case when asked.is_same then 'known' else 'conflict' end;
            ids := ids || asked.transfer_id;
            balances := balances || asked.balance_after_coins;
          elsif first is not null then
            outcomes := outcomes || case
              when outcomes[first] <> 'held' then outcomes[first]
              when escrows[first] = asked.escrow and sums[first] = asked.amount then 'known'
              else 'conflict' end;
            ids := ids || ids[first];
            balances := balances || balances[first];
          elsif not may_hold or asked.is_gone or asked.owes or held < asked.amount then
            outcomes := outcomes || case
              when not may_hold or asked.is_gone then 'closed' when asked.owes then 'owing' else 'short' end;
            ids := ids || null::uuid;
            balances := balances || held;
          else
            held := held - asked.amount;
            outcomes := outcomes || 'held'::text;
            ids := ids || uuidv7();
            balances := balances || held;
          end if;
        end loop;
        insert into transfer (transfer_id, debit_account_id, credit_account_id, amount_coins, kind,
            idempotency_key, member_id, balance_after_coins, about)
          select n.id, n.wallet, n.escrow, n.amount, 'gift', n.key, n.owner, n.balance, what
          from unnest(ids, wallets, escrows, sums, line_keys, owners, balances, outcomes)
            as n (id, wallet, escrow, amount, key, owner, balance, outcome)
          where n.outcome = 'held';
        update account set balance_coins = balance_coins - spent.coins
          from (
            select n.wallet, sum(n.amount)::bigint as coins
            from unnest(wallets, sums, outcomes) as n (wallet, amount, outcome)
            where n.outcome = 'held' group by n.wallet
          ) as spent
          where account_id = spent.wallet;
        return query select * from unnest(lines, outcomes, ids, balances);
      end
    $$;

    create function find_posting(key text) returns table (transfer_id uuid, balance_after bigint)
    language sql stable as $$
      select transfer_id, balance_after_coins from transfer where idempotency_key = key
    $$;

    -- Gives members back what they gave a bout, one transfer for each corner; what they owe is settled with it. A
    -- member is refunded once a corner for ever: a second call for it fails.
    create function refund_gifts(
      of_match uuid, what jsonb, members uuid[], reds bigint[], blues bigint[]
    ) returns bigint language plpgsql
    set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
    as $$
      declare
        red uuid := open_escrow(of_match, 'red');
        blue uuid := open_escrow(of_match, 'blue');
        refunded bigint;
      begin
        perform 1 from account where member_id = any(members) order by account_id for no key update;
        with part as (
          select w.account_id, w.member_id, w.balance_coins, side.corner, side.escrow, side.coins
          from unnest(members, reds, blues) as l (member, red_coins, blue_coins)
          join account w on w.member_id = l.member
          cross join lateral (values ('red', red, l.red_coins), ('blue', blue, l.blue_coins))
            as side (corner, escrow, coins)
          where side.coins > 0
        ), moved as (
          insert into transfer (debit_account_id, credit_account_id, amount_coins, kind,
              idempotency_key, member_id, balance_after_coins, about)
            select escrow, account_id, coins, 'gift_refund',
              'gift_refund:' || of_match::text || ':' || corner || ':' || member_id::text, member_id,
              balance_coins + sum(coins) over (partition by account_id order by corner rows unbounded preceding),
              what
            from part order by account_id, corner
        ), sums as (
          select account_id, sum(coins)::bigint as coins from part group by account_id
        ), given as (
          update account set balance_coins = balance_coins + sums.coins
            from sums where account.account_id = sums.account_id
        )
        select coalesce(sum(coins), 0)::bigint into refunded from sums;

        perform 1 from account where name = any(select 'receivable:' || m from unnest(members) as m)
          and balance_coins < 0 order by account_id for no key update;
        with due as (
          select d.account_id as debt_id, w.account_id as wallet_id, w.member_id, w.balance_coins,
            least(-d.balance_coins, w.balance_coins) as coins
          from unnest(members) as m (member)
          join account d on d.name = 'receivable:' || m.member::text and d.balance_coins < 0
          join account w on w.member_id = m.member and w.balance_coins > 0
        ), moved as (
          insert into transfer (debit_account_id, credit_account_id, amount_coins, kind,
              idempotency_key, member_id, balance_after_coins)
            select wallet_id, debt_id, coins, 'debt_settled',
              'debt:gift_refund:' || of_match::text || ':' || member_id::text, member_id, balance_coins - coins
            from due
        ), paid as (
          update account set balance_coins = account.balance_coins - due.coins
            from due where account.account_id = due.wallet_id
        )
        update account set balance_coins = account.balance_coins + due.coins
          from due where account.account_id = due.debt_id;
        return refunded;
      end
    $$;

    -- The end of a bout's escrows: what is kept goes to the house, and then both hold nothing or the call fails.
    create function close_escrows(of_match uuid, keep_red boolean, keep_blue boolean)
    returns bigint language plpgsql as $$
      declare
        side record;
        kept bigint := 0;
      begin
        for side in
          select e.corner, e.account_id,
            coalesce((select sum(amount_coins) from transfer where credit_account_id = e.account_id), 0)
            - coalesce((select sum(amount_coins) from transfer where debit_account_id = e.account_id), 0) as coins,
            e.keep
          from (values ('red', open_escrow(of_match, 'red'), keep_red),
            ('blue', open_escrow(of_match, 'blue'), keep_blue)) as e (corner, account_id, keep)
        loop
          if side.keep and side.coins > 0 then
            insert into transfer (debit_account_id, credit_account_id, amount_coins, kind, idempotency_key)
              select side.account_id, account_id, side.coins, 'gift_kept',
                'gift_kept:' || of_match::text || ':' || side.corner
              from account where name = 'revenue:gifts';
            kept := kept + side.coins;
          elsif side.coins <> 0 then
            raise exception 'the escrow % of bout % still holds % coins', side.corner, of_match, side.coins;
          end if;
        end loop;
        update account set closed_at = now()
          where account_id in (open_escrow(of_match, 'red'), open_escrow(of_match, 'blue'));
        return kept;
      end
    $$;
  `.execute(db);
}
