-- Refunds members' gifts to a bout from its escrows, with one transfer per corner. Then settles members' debts from
-- their wallets. A second refund of the same corner and member fails. Returns the refunded coins.
create or replace function refund_gifts(
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
