-- Moves gifts from wallets to a bout's escrows, each idempotency key only once. The outcomes are in the order of the
-- gifts:
--   held      the coins moved to the escrow
--   known     an earlier call held these coins with this key
--   conflict  the key belongs to another transfer
--   closed    nothing moved: the bout accepts no gifts, or the wallet is closed
--   owing     nothing moved: the member owes coins
--   short     nothing moved: the wallet has too few coins
--   null      the member has no wallet
create or replace function hold_gifts(
  of_match uuid, what jsonb, is_open boolean,
  members uuid[], corners text[], amounts bigint[], keys text[],
  out outcomes text[], out ids uuid[], out balances bigint[]
) language plpgsql
-- Plans are cached and may be made while tables are empty, so they have to use indexes for calls of any size.
set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
  #variable_conflict use_column
  declare
    red uuid;
    blue uuid;
    may_hold boolean;
    wallets integer;
    turn record;
    held record;
  begin
    -- All callers lock wallets in this order. After it, no other transaction changes them.
    perform 1 from account where member_id = any(members) order by account_id for no key update;
    get diagnostics wallets = row_count;
    if wallets < cardinality(members)
      and cardinality(members) > (select count(distinct member) from unnest(members) as l (member))
    then
      -- A member's gifts are held one after the other: first the first gift of each member, then the second.
      for turn in
        select array_agg(line order by line) as lines, array_agg(member order by line) as members,
          array_agg(corner order by line) as corners, array_agg(amount order by line) as amounts,
          array_agg(key order by line) as keys
        from (
          select *, row_number() over (partition by member order by line) as nth
          from unnest(members, corners, amounts, keys) with ordinality as l (member, corner, amount, key, line)
        ) as l group by nth order by nth
      loop
        held := hold_gifts(of_match, what, is_open, turn.members, turn.corners, turn.amounts, turn.keys);
        for place in 1..cardinality(turn.lines) loop
          outcomes[turn.lines[place]] := held.outcomes[place];
          ids[turn.lines[place]] := held.ids[place];
          balances[turn.lines[place]] := held.balances[place];
        end loop;
      end loop;
      return;
    end if;

    select r.account_id, b.account_id, is_open and r.closed_at is null and b.closed_at is null
      into red, blue, may_hold
      from account as r, account as b
      where r.name = 'escrow:' || of_match::text || ':red' and b.name = 'escrow:' || of_match::text || ':blue';
    if not found then
      red := open_escrow(of_match, 'red');
      blue := open_escrow(of_match, 'blue');
      may_hold := is_open;
    end if;
    with asked as (
      select l.line, l.member, l.escrow, l.amount, l.key, w.account_id as wallet, w.balance_coins as balance,
        t.transfer_id, t.balance_after_coins,
        case
          when w.account_id is null then null
          when t.transfer_id is not null then case
            when t.debit_account_id = w.account_id and t.credit_account_id = l.escrow and t.amount_coins = l.amount
            then 'known' else 'conflict' end
          when not may_hold or w.closed_at is not null then 'closed'
          when d.account_id is not null then 'owing'
          when w.balance_coins < l.amount then 'short'
          else 'held' end as outcome
      from (
        select line, member, case corner when 'red' then red when 'blue' then blue end as escrow, amount, key
        from unnest(members, corners, amounts, keys) with ordinality as l (member, corner, amount, key, line)
      ) as l
      left join account w on w.member_id = l.member
      left join account d on d.name = 'receivable:' || l.member::text and d.balance_coins < 0
      left join transfer t on t.idempotency_key = l.key
    ), moved as materialized (
      select line, member, escrow, amount, key, wallet, outcome,
        case outcome when 'held' then uuidv7() else transfer_id end as id,
        case when outcome = 'held' then balance - amount else coalesce(balance_after_coins, balance) end as balance
      from asked
    ), written as (
      insert into transfer (transfer_id, debit_account_id, credit_account_id, amount_coins, kind,
          idempotency_key, member_id, balance_after_coins, about)
        select id, wallet, escrow, amount, 'gift', key, member, balance, what from moved where outcome = 'held'
    ), taken as (
      -- Only the wallet's balance is stored. An escrow's balance is the sum of its transfers (close_escrows).
      update account set balance_coins = balance_coins - moved.amount
        from moved where account_id = moved.wallet and moved.outcome = 'held'
    )
    select array_agg(outcome order by line), array_agg(id order by line), array_agg(balance order by line)
      into outcomes, ids, balances from moved;
  end
$$;
