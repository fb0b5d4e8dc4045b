-- Refunds a corner's gifts from the account 'corrections' after a corrected result (decision 39). Skips members whose
-- gifts to the corner have been refunded: settlements and corrections use the same key. Then settles members' debts
-- from their wallets, as refund_gifts does. Returns the refunded members and coins.
create or replace function refund_corrected_gifts(
  of_match uuid, of_corner text, what jsonb, members uuid[], amounts bigint[]
) returns table (paid_member uuid, paid_coins bigint) language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
  declare
    house uuid;
    paid uuid[];
    sums bigint[];
  begin
    select account_id into strict house from account where name = 'corrections';
    -- All callers lock wallets in this order. The next statement sees all earlier commits.
    perform 1 from account where member_id = any(members) order by account_id for no key update;
    with due as (
      select w.account_id, w.member_id, w.balance_coins, l.amount,
        'gift_refund:' || of_match::text || ':' || of_corner || ':' || w.member_id::text as key
      from unnest(members, amounts) as l (member, amount)
      join account w on w.member_id = l.member
      where l.amount > 0
    ), unpaid as (
      select due.* from due left join transfer t on t.idempotency_key = due.key where t.transfer_id is null
    ), moved as (
      insert into transfer (debit_account_id, credit_account_id, amount_coins, kind,
          idempotency_key, member_id, balance_after_coins, about)
        select house, account_id, amount, 'gift_refund', key, member_id, balance_coins + amount, what
        from unpaid order by account_id
    ), given as (
      update account set balance_coins = account.balance_coins + unpaid.amount
        from unpaid where account.account_id = unpaid.account_id
    )
    select array_agg(member_id), array_agg(amount) into paid, sums from unpaid;

    perform 1 from account where name = any(select 'receivable:' || m from unnest(paid) as m)
      and balance_coins < 0 order by account_id for no key update;
    with due as (
      select d.account_id as debt_id, w.account_id as wallet_id, w.member_id, w.balance_coins,
        least(-d.balance_coins, w.balance_coins) as coins
      from unnest(paid) as m (member)
      join account d on d.name = 'receivable:' || m.member::text and d.balance_coins < 0
      join account w on w.member_id = m.member and w.balance_coins > 0
    ), moved as (
      insert into transfer (debit_account_id, credit_account_id, amount_coins, kind,
          idempotency_key, member_id, balance_after_coins)
        select wallet_id, debt_id, coins, 'debt_settled',
          'debt:gift_refund:' || of_match::text || ':' || of_corner || ':' || member_id::text,
          member_id, balance_coins - coins
        from due
    ), taken as (
      update account set balance_coins = account.balance_coins - due.coins
        from due where account.account_id = due.wallet_id
    )
    update account set balance_coins = account.balance_coins + due.coins
      from due where account.account_id = due.debt_id;
    return query select * from unnest(paid, sums);
  end
$$;
